import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../sandbox/server.ts';
import { runStep, type StepResult } from '../scripts/runner/step.ts';

/** Many apps of one account, each created, deployed and submitted by a process of its own, all begun at once. */
export interface Fleet {
  readonly apps: number;
  /** The sandbox's window for its 30 changes, in milliseconds. */
  readonly windowMs: number;
}

/** What became of a fleet. */
export interface FleetResult {
  readonly results: readonly StepResult[];
  /** The changes that the service made, as `POST /api/…`, in order; refused ones are not among them. */
  readonly changes: readonly string[];
  /** How many changes were refused with 429. */
  readonly refused: number;
  /** State of each app at the end, by slug. */
  readonly states: ReadonlyMap<string, string>;
  readonly elapsedMs: number;
  /** No order of the requests could have been faster than the limit itself, in milliseconds. */
  readonly lowerBoundMs: number;
}

const changesPerWindow = 30;
const changesPerApp = 3;

/** Runs a fleet of real processes of dist/ against the sandbox under its limit of 30 changes a window. */
export async function runFleet({ apps, windowMs }: Fleet): Promise<FleetResult> {
  const workspace = await mkdtemp(join(tmpdir(), 'fleet-'));
  const sandbox = await startSandbox({ windowMs, changesPerWindow });
  try {
    await cp(join(import.meta.dirname, '..', 'examples', 'tide-times'), join(workspace, 'app'), { recursive: true });
    const shared = { 'base-url': sandbox.url, 'api-key': sandbox.keys[0], folder: 'app', create: 'true' };
    const terms = sandbox.store.settings().termsVersion;
    const slugs = Array.from({ length: apps }, (_, index) => `fleet-${index}`);
    const start = performance.now();
    const results = await Promise.all(
      slugs.map((slug) => runStep({ with: { ...shared, slug, submit: 'true', 'terms-version': terms }, workspace })),
    );
    const elapsedMs = performance.now() - start;
    const changes = sandbox.requests.filter(({ method }) => method !== 'GET');
    return {
      results,
      changes: changes
        .filter(({ status }) => status !== null && status < 300)
        .map(({ method, path }) => `${method} ${path}`),
      refused: changes.filter(({ status }) => status === 429).length,
      states: new Map(slugs.map((slug) => [slug, sandbox.store.find(slug)?.status ?? 'absent'])),
      elapsedMs,
      lowerBoundMs: (Math.ceil((apps * changesPerApp) / changesPerWindow) - 1) * windowMs,
    };
  } finally {
    await sandbox.close();
    await rm(workspace, { recursive: true, force: true });
  }
}
