/**
 * `npm run test:mutation`: breaks src/ in one place at a time, and counts how many of these mutants the tests kill. Prints the
 * score and the survivors. Options: `--count 500`, `--seed 1`, `--only src/commands` (with `--count 0` all of its mutants),
 * `--jobs 2`. A mutant gets the tests that run its place, as their coverage tells. Those that nothing but time could tell from the
 * code are listed in equivalent-mutants.json, each with the reason; the score is of the others.
 */
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import equivalents from './equivalent-mutants.json' with { type: 'json' };
import { applyMutant, listMutants, locate, type Mutant } from './mutants.ts';
import { type Measured, measure, runTest } from './mutation-tests.ts';

interface Placed extends Mutant {
  readonly file: string;
  readonly source: string;
}

interface Result {
  readonly mutant: Placed;
  /** The test that fails; null where the mutant survives. */
  readonly killedBy: string | null;
}

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'src' },
    tests: { type: 'string', default: 'test/{unit,integration,model,action}/**/*.test.ts' },
    jobs: { type: 'string', default: '2' },
  },
});
/** What the other tests of a mutant may cost, beside those of its own folder. */
const othersBudgetMs = 30_000;

const startedAt = Date.now();
const temp = mkdtempSync(join(tmpdir(), 'mutate-'));
try {
  const trees = Array.from({ length: Number(values.jobs) }, (_, index) => copyTree(join(temp, String(index))));
  const mutants = sample(listAll(), Number(values.count), Number(values.seed));
  const measured = await measureAll(trees);
  console.log(`${mutants.length} mutants of ${values.only}, seed ${values.seed}`);
  const results = await inParallel(trees, mutants, (tree, mutant) => tryMutant(tree, mutant, measured));
  report(results);
} finally {
  rmSync(temp, { recursive: true, force: true, maxRetries: 5 });
}

function listAll(): readonly Placed[] {
  return globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.d.ts'] })
    .filter((file) => file.startsWith(values.only))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return listMutants(source).map((mutant) => ({ ...mutant, file, source }));
    });
}

/** The same mutants for the same seed and the same source; all of them for a count of 0. */
function sample(mutants: readonly Placed[], count: number, seed: number): readonly Placed[] {
  const random = createRandom(seed);
  const shuffled = mutants
    .map((mutant) => ({ mutant, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ mutant }) => mutant);
  return count === 0 ? mutants : shuffled.slice(0, count);
}

/** A linear congruential generator, with the constants of Numerical Recipes. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A copy of the tree, whose whole-action tests run src/ as it stands in place of the bundle. */
function copyTree(tree: string): string {
  for (const name of ['src', 'test', 'sandbox', 'examples', 'docs', '.github'])
    cpSync(join(root, name), join(tree, name), { recursive: true });
  for (const name of globSync('*.{json,md,yml}', { cwd: root })) cpSync(join(root, name), join(tree, name));
  cpSync(join(root, 'scripts'), join(tree, 'scripts'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  mkdirSync(join(tree, 'dist'));
  writeFileSync(join(tree, 'dist/index.js'), "import '../src/main.ts';\n");
  mkdirSync(join(tree, 'temp'));
  return tree;
}

async function measureAll(trees: readonly string[]): Promise<readonly Measured[]> {
  const files = globSync(values.tests, { cwd: root })
    // These are about other parts of the repository.
    .filter((file) => !/^test\/\w+\/(?:docs|sandbox|scripts|support|workflows)\//.test(file))
    // This one takes packages for app folders: here they are behind a link.
    .filter((file) => file !== 'test/integration/folder/real-folders.test.ts')
    .sort();
  const measured = await inParallel(trees, files, measure);
  const failing = files.filter((_, index) => measured[index] === null);
  if (failing.length > 0) console.log(`Left out, as they fail without a mutant: ${failing.join(', ')}`);
  console.log(`${files.length} test files measured after ${seconds()} s`);
  return measured.filter((each) => each !== null);
}

async function tryMutant(tree: string, mutant: Placed, measured: readonly Measured[]): Promise<Result> {
  const path = join(tree, mutant.file);
  writeFileSync(path, applyMutant(mutant.source, mutant));
  try {
    for (const { test, durationMs } of chooseTests(mutant, measured)) {
      if (!(await runTest(tree, test, durationMs * 4 + 10_000))) return { mutant, killedBy: test };
    }
    console.log(describe(mutant));
    return { mutant, killedBy: null };
  } finally {
    writeFileSync(path, mutant.source);
  }
}

/** The tests of the file first, then those of its folder, the model, others, the whole action; each kind by how long it takes. */
function chooseTests(mutant: Placed, measured: readonly Measured[]): readonly Measured[] {
  const rank = ({ test }: Measured): number => rankTest(test, mutant.file);
  const ordered = measured
    .filter(({ covers }) => covers(mutant.file, mutant.start))
    .sort((one, other) => rank(one) - rank(other) || one.durationMs - other.durationMs);
  let left = othersBudgetMs;
  return ordered.filter((candidate) => {
    if (rank(candidate) <= 2) return true;
    left -= candidate.durationMs;
    return left >= 0;
  });
}

function rankTest(test: string, file: string): number {
  const name = test.replace(/^test\/\w+\//, '');
  const own = file.slice('src/'.length, -'.ts'.length);
  if (name === `${own}.test.ts`) return 0;
  if (dirname(name) === dirname(own)) return 1;
  if (test.startsWith('test/model/')) return 2;
  return test.startsWith('test/action/') ? 4 : 3;
}

async function inParallel<Item, Out>(
  trees: readonly string[],
  items: readonly Item[],
  work: (tree: string, item: Item) => Promise<Out>,
): Promise<readonly Out[]> {
  const results = new Map<number, Out>();
  const queue = items.entries();
  await Promise.all(
    trees.map(async (tree) => {
      for (const [index, item] of queue) results.set(index, await work(tree, item));
    }),
  );
  return [...results].sort(([one], [other]) => one - other).map(([, result]) => result);
}

function report(results: readonly Result[]): void {
  const survivors = results.filter(({ killedBy }) => killedBy === null).map(({ mutant }) => mutant);
  const equivalent = survivors.filter(isEquivalent);
  const counted = results.length - equivalent.length;
  const killed = results.length - survivors.length;
  console.log(
    `\nSurvivors:\n${survivors
      .filter((mutant) => !isEquivalent(mutant))
      .map(describe)
      .sort()
      .join('\n')}`,
  );
  console.log(
    `\n${killed} of ${counted} mutants killed: ${((100 * killed) / counted).toFixed(1)} %; ${equivalent.length} more are equivalent (${seconds()} s)`,
  );
}

function isEquivalent(mutant: Placed): boolean {
  const { line } = locate(mutant.source, mutant);
  return equivalents.some(
    (each) =>
      each.file === mutant.file && each.line === line && each.before === mutant.before && each.after === mutant.after,
  );
}

function describe(mutant: Placed): string {
  const { file, source, before, after } = mutant;
  const { number, line } = locate(source, mutant);
  return `${file}:${number}: ${JSON.stringify(before)} → ${JSON.stringify(after)} in ${line}`;
}

function seconds(): number {
  return Math.round((Date.now() - startedAt) / 1_000);
}
