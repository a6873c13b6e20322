/**
 * The command `doctor`: rehearses the action with a service before its first deploy there, and
 * reports.
 */
import { randomBytes } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { createTransport } from '../../src/api/transport.ts';
import { describeErrno } from '../../src/folder/folder-error.ts';
import { readInputs } from '../../src/inputs/inputs.ts';
import { readContext } from '../../src/run/context.ts';
import { createRedact } from '../../src/text/secrets.ts';
import { toUserAgent } from '../../src/text/version.ts';
import { requireCwd } from '../action-command.ts';
import { findOneFolder } from '../files/places.ts';
import { type CommandRequest, UsageError } from '../options/command-request.ts';
import type { CommandIo } from '../output/command-io.ts';
import { printEnvelope } from '../output/envelope.ts';
import { rehearse } from './rehearsal.ts';
import { canDeploy, findFailure, printRehearsal, toResult } from './report.ts';

/**
 * Runs the doctor for these options and the environment. Returns the exit code. Throws an
 * InvalidInputsError or a UsageError.
 */
export async function runDoctorCommand(request: CommandRequest, io: CommandIo): Promise<number> {
  const { log } = io;
  const { effects, watchForEnd } = io.process;
  const cwd = requireCwd(io);
  const { base, folder } = findOneFolder(cwd, request.values['folder'] ?? '');
  // Like `list`, the doctor needs an address and a key, but no slug.
  const given: CommandRequest['values'] = { ...request.values, folder, command: 'list' };
  const { inputs, error } = readInputs({ read: (input) => given[input] ?? '', hasSecrets: true });
  if (error !== null) throw error;
  const { baseUrl, apiKey } = inputs;
  if (baseUrl === null || apiKey === null) throw new Error('A list needs an address and a key.');
  // Opened before anything is sent, so that nothing is changed if the path is wrong.
  const writeTranscript = openTranscript(request.values['transcript'] ?? '', log);
  const transport = createTransport({
    origin: baseUrl.origin,
    apiKey,
    userAgent: toUserAgent(null),
    dryRun: false,
    proxy: readContext(io.env, cwd).proxy,
  });
  const redact = createRedact([apiKey]);
  const rehearsal = await rehearse({
    ...effects,
    inputs,
    baseUrl,
    base,
    transport,
    slug: `doctor-${randomBytes(6).toString('hex')}`,
    // After a cancel, the rehearsal still deletes its app.
    signal: watchForEnd().ended,
    log,
    redact,
    writeTranscript,
  }).finally(() => transport.close());
  if (request.isJson) printEnvelope(toResult(rehearsal, redact, io.shell), io);
  else io.print(printRehearsal(rehearsal, redact, request.isVerbose));
  if (rehearsal.isInterrupted) return 130;
  if (findFailure(rehearsal)?.code === 'unauthorized') return 4;
  return canDeploy(rehearsal) ? 0 : 1;
}

/**
 * Opens the file for the transcript and returns a function that writes a line to it. Without a
 * path, the function does nothing. If a line cannot be written, only the transcript ends: the
 * rehearsal must still delete its app. Throws a UsageError if the file cannot be opened.
 */
function openTranscript(path: string, log: CommandIo['log']): (line: string) => void {
  const describe = (error: unknown): string =>
    `The file of --transcript cannot be written: ${describeErrno(error)}.`;
  let file: number | null = null;
  try {
    if (path !== '') file = openSync(path, 'w');
  } catch (error) {
    throw new UsageError(describe(error));
  }
  return (line) => {
    try {
      if (file !== null) writeSync(file, line);
    } catch (error) {
      file = null;
      log.lines(describe(error));
    }
  };
}
