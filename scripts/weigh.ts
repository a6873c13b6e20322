/**
 * `npm run weigh`, after `npm run build`: what is in each file of the bundle, by package and size, and which of the files a
 * failing start and a small deploy load. Prints Markdown tables; docs/performance.md holds them.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { folderPlans, makeFolder } from '../bench/folders.ts';
import { type Runner, time } from '../bench/race.ts';
import { startAction, startFailing } from '../bench/runners.ts';
import { startService } from '../bench/service.ts';
import { type Bundle, makeBundle, writeBundle } from './bundler.ts';

type Weights = ReadonlyMap<string, number>;

const temp = mkdtempSync(join(tmpdir(), 'weigh-'));
const service = await startService();
try {
  const bundle = await makeBundle({ sourceMap: true });
  const dist = join(temp, 'dist');
  writeBundle(bundle, dist);
  const surroundings = { address: service.http, dist, temp };
  const failing = await listLoaded(startFailing(surroundings));
  const tiny = await listLoaded(startAction(makeFolder(folderPlans.tiny, temp), surroundings));
  const files = [...bundle.keys()].filter((name) => name.endsWith('.js'));
  console.log(describeFiles(new Map(files.map((name) => [name, weighFile(bundle, name)])), { failing, tiny }));
} finally {
  service.stop();
  rmSync(temp, { recursive: true, force: true });
}

/** Bytes of a file of the bundle by the package they come from. A line belongs to where it begins. */
function weighFile(bundle: Bundle, name: string): Weights {
  const map = new SourceMap(JSON.parse(String(bundle.get(`${name}.map`))));
  const weights = new Map<string, number>();
  for (const [index, line] of String(bundle.get(name)).split('\n').entries()) {
    const entry = map.findEntry(index, 0);
    const owner = 'originalSource' in entry ? toPackage(entry.originalSource) : 'bundler';
    weights.set(owner, (weights.get(owner) ?? 0) + Buffer.byteLength(line) + 1);
  }
  return weights;
}

function toPackage(source: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source);
  if (inPackage?.[1] !== undefined) return inPackage[1];
  const own = /\/lib\/(?:([^/]+)\/)?[^/]+\.js$/.exec(source);
  return own === null ? 'bundler' : `src/${own[1] ?? ''}`;
}

/** The files of the bundle that a run loads. */
async function listLoaded(runner: Runner): Promise<readonly string[]> {
  const list = join(temp, 'loaded.json');
  const hook = join(temp, 'hook.cjs');
  const code = `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require.cache))));`;
  writeFileSync(hook, code);
  await time({ ...runner, args: ['--require', hook, ...runner.args] });
  const loaded: readonly string[] = JSON.parse(readFileSync(list, 'utf8'));
  return loaded.map((path) => basename(path));
}

function describeFiles(
  files: ReadonlyMap<string, Weights>,
  { failing, tiny }: { readonly failing: readonly string[]; readonly tiny: readonly string[] },
): string {
  const isFirst = (name: string): number => Number(failing.includes(name)) * 2 + Number(tiny.includes(name));
  const sorted = [...files].sort(([one, a], [other, b]) => isFirst(other) - isFirst(one) || sum(a) - sum(b));
  const rows = sorted.map(([name, weights]) => {
    const loadedBy = failing.includes(name) ? 'every run' : tiny.includes(name) ? 'a deploy' : 'when needed';
    return `| \`${name}\` | ${toKb(sum(weights))} | ${loadedBy} | ${describeWeights(weights)} |`;
  });
  return ['| file | KB | loaded by | what is in it, in KB |', '| --- | ---: | --- | --- |', ...rows].join('\n');
}

function describeWeights(weights: Weights): string {
  const sorted = [...weights].sort(([, one], [, other]) => other - one);
  return sorted.map(([owner, bytes]) => `${owner} ${toKb(bytes)}`).join(', ');
}

function sum(weights: Weights): number {
  return [...weights.values()].reduce((total, bytes) => total + bytes, 0);
}

function toKb(bytes: number): string {
  return bytes < 9_950 ? (bytes / 1_000).toFixed(1) : Math.round(bytes / 1_000).toLocaleString('en');
}
