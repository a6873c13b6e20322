/** `npm run doctor`: wires the doctor to this process. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endByCancel } from '../action-error.ts';
import { createTransport } from '../api/transport.ts';
import { readContext } from '../context.ts';
import { InvalidInputsError, readInputs } from '../inputs.ts';
import { toUserAgent } from '../version.ts';
import { runDoctor } from './doctor.ts';

const usage = `Usage: npm run doctor -- [--base-url <address>] [--json] [--transcript <file>]

Finds out which assumptions about the API hold, with an app of its own that it deletes again.
The address is that of --base-url or MINIAPPS_BASE_URL, the key that of MINIAPPS_API_KEY.
--json        prints the report as JSON
--transcript  writes all requests and responses to a file, without the key`;

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'string') {
    console.error(options);
    return options === usage ? 0 : 2;
  }
  const { baseUrl, apiKey, json, transcript } = options;
  const { proxy } = readContext({ env: process.env, cwd: process.cwd(), readEvent: () => '' });
  const cancel = new AbortController();
  // A second Ctrl+C ends the process as usual.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => cancel.abort(endByCancel()));
  const transport = createTransport({
    origin: baseUrl.origin,
    apiKey,
    userAgent: toUserAgent(null),
    dryRun: false,
    proxy,
  });
  try {
    const { exitCode } = await runDoctor({
      ...{ baseUrl, apiKey, transport, json, random: randomBytes, signal: cancel.signal },
      clock: { now: () => Math.floor(performance.timeOrigin + performance.now()), sleep },
      print: (text) => process.stdout.write(text),
      log: (line) => console.error(line),
      writeTranscript: transcript === null ? null : (text) => writeFileSync(transcript, text),
    });
    return cancel.signal.aborted ? 130 : exitCode;
  } finally {
    transport.close();
  }
}

/** The options of the command line and the environment, or what to print in place of a run. */
function readOptions() {
  const args = parse();
  if (typeof args === 'string') return args;
  const given: Readonly<Record<string, string | undefined>> = {
    command: 'list',
    'base-url': args['base-url'] ?? process.env['MINIAPPS_BASE_URL'],
    'api-key': process.env['MINIAPPS_API_KEY'],
  };
  const inputs = readInputs({ read: (name) => given[name] ?? '', fromFork: false });
  if (inputs instanceof InvalidInputsError) return `${inputs.message}\n\n${usage}`;
  const { baseUrl, apiKey } = inputs;
  if (baseUrl === null || apiKey === null) return usage;
  // npm runs scripts in the directory of their package, and says in INIT_CWD where it was called.
  const folder = process.env['INIT_CWD'] ?? process.cwd();
  const transcript = args.transcript === undefined ? null : resolve(folder, args.transcript);
  return { baseUrl, apiKey, json: args.json, transcript };
}

function parse() {
  try {
    const { values } = parseArgs({
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

/** Waits; on an abort rejects with the signal's own reason. */
async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return wait(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
