/** The doctor as a command: wires it to this process. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { endByCancel } from '../action-error.ts';
import { createTransport } from '../api/transport.ts';
import { readContext } from '../context.ts';
import { effects } from '../effects.ts';
import { InvalidInputsError, readInputs } from '../inputs.ts';
import { toUserAgent } from '../version.ts';
import { runDoctor } from './doctor.ts';

const usage = `Usage: miniapp-deploy doctor [--base-url <address>] [--json] [--transcript <file>]

Finds out which assumptions about the API hold, with an app of its own that it deletes again.
The address is that of --base-url or MINIAPPS_BASE_URL, the key that of MINIAPPS_API_KEY.
--json        prints the report as JSON
--transcript  writes all requests and responses to a file, without the key`;

/** Runs the doctor for these arguments and the environment. Returns the exit code: 2 for arguments that it does not take. */
export async function runDoctorCommand(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') {
    const isHelp = options === usage;
    (isHelp ? process.stdout : process.stderr).write(`${options}\n`);
    return isHelp ? 0 : 2;
  }
  const { baseUrl, apiKey, json, transcript } = options;
  const { proxy } = readContext({ env: process.env, cwd: process.cwd(), readEvent: () => '' });
  const cancelled = watchForCancel();
  const transport = createTransport({
    origin: baseUrl.origin,
    apiKey,
    userAgent: toUserAgent(null),
    dryRun: false,
    proxy,
  });
  try {
    const { exitCode } = await runDoctor({
      ...{ baseUrl, apiKey, transport, json, random: randomBytes, signal: cancelled },
      clock: effects.clock,
      print: (text) => process.stdout.write(text),
      log: (line) => process.stderr.write(`${line}\n`),
      writeTranscript: transcript === null ? null : (text) => writeFileSync(transcript, text),
    });
    return cancelled.aborted ? 130 : exitCode;
  } finally {
    transport.close();
  }
}

/** One Ctrl+C in a terminal arrives twice below npm and npx, which pass on what the doctor got already. */
const echoMs = 1_000;

/** Aborted when the process is told to end. It goes on, to delete the app, unless it is told again a second later. */
function watchForCancel(): AbortSignal {
  const cancel = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const end = (): void => {
    if (cancel.signal.aborted) return;
    cancel.abort(endByCancel());
    setTimeout(() => {
      for (const name of signals) process.off(name, end);
    }, echoMs).unref();
  };
  for (const name of signals) process.on(name, end);
  return cancel.signal;
}

/** The options of the command line and the environment, or what to print in place of a run. */
function readOptions(args: readonly string[]) {
  const given = parse(args);
  if (typeof given === 'string') return given;
  const { MINIAPPS_API_KEY: key = '', MINIAPPS_BASE_URL: usualAddress = '' } = process.env;
  const address = given['base-url'] ?? usualAddress;
  const missing = [
    ...(address === '' ? ['--base-url is required, or MINIAPPS_BASE_URL: the address of the service.'] : []),
    ...(key === '' ? ['MINIAPPS_API_KEY is not set: export MINIAPPS_API_KEY=…'] : []),
  ];
  if (missing.length > 0) return [...missing, '', usage].join('\n');
  const values: Readonly<Record<string, string>> = { command: 'list', 'base-url': address, 'api-key': key };
  const inputs = readInputs({ read: (name) => values[name] ?? '', fromFork: false });
  if (inputs instanceof InvalidInputsError) return `${inputs.message}\n\n${usage}`;
  const { baseUrl, apiKey } = inputs;
  if (baseUrl === null || apiKey === null) return usage;
  return { baseUrl, apiKey, json: given.json, transcript: given.transcript ?? null };
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'base-url': { type: 'string' },
        json: { type: 'boolean', default: false },
        transcript: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    return values.help ? usage : values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return `${error.message}\n\n${usage}`;
  }
}
