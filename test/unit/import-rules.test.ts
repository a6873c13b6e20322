import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { describe, test } from 'node:test';

/** One import or re-export, static or dynamic. `isType` is true where nothing of it is left when the types are gone. */
interface Import {
  readonly file: string;
  /** A file of src where it is one, else what stands in the code. */
  readonly target: string;
  readonly written: string;
  readonly isType: boolean;
}

const root = join(import.meta.dirname, '../..');
const files = globSync('src/**/*.ts', { cwd: root }).map((path) => path.split('\\').join('/'));
/** The code of each file, its comments taken out: they may name what the code must not use. */
const sources = new Map(files.map((file) => [file, removeComments(readFileSync(join(root, file), 'utf8'))]));
const imports = files.flatMap((file) => findImports(file, sources.get(file) ?? ''));

function removeComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

function findImports(file: string, code: string): readonly Import[] {
  const found = [
    ...code.matchAll(/^\s*(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'/gm),
    ...code.matchAll(/(?:^|[^.\w])import\s*\((\s*)'([^']+)'\)/gm),
    ...code.matchAll(/^import\s+()'([^']+)'/gm),
  ];
  return found.map(([, type = '', written = '']) => ({
    file,
    written,
    target: written.startsWith('.') ? posix.join(posix.dirname(file), written) : written,
    isType: type.trim() === 'type',
  }));
}

/** Where something is used that has one place only. */
function findUses(pattern: RegExp, isAllowed: (file: string) => boolean): readonly string[] {
  return [...sources].filter(([file, code]) => pattern.test(code) && !isAllowed(file)).map(([file]) => file);
}

function findImporters(wanted: RegExp, isAllowed: (file: string) => boolean): readonly string[] {
  return imports.filter(({ file, target }) => wanted.test(target) && !isAllowed(file)).map(({ file }) => file);
}

const isMain = (file: string): boolean => file === 'src/main.ts';
/** What brings the rooms together. */
const isWiring = /^src\/(main|action|run|context|github)\.ts$/;
const isReport = (file: string): boolean => file.startsWith('src/report/');

test('the imports are found: this test can fail', () => {
  assert.ok(imports.length > 100 && files.length > 30);
  const code =
    "import { a } from './a.ts';\nimport type { B } from '../b.ts';\nexport * from './c.ts';\nconst d = await import('undici');\nimport 'e';\nimport {\n  type F,\n  g,\n} from './g.ts';\n";
  assert.deepEqual(
    findImports('src/x/y.ts', code).map(({ target, isType }) => `${target} ${isType}`),
    ['src/x/a.ts false', 'src/b.ts true', 'src/x/c.ts false', 'src/x/g.ts false', 'undici false', 'e false'],
  );
});

describe('a package has one place', () => {
  const places: readonly (readonly [string, RegExp, (file: string) => boolean])[] = [
    ['@actions/core: main and report', /^@actions\/core/, (file) => isMain(file) || isReport(file)],
    ['@actions/github: github', /^@actions\/github/, (file) => file === 'src/github.ts'],
    [
      'undici: api/undici-connection',
      /^undici/,
      (file) => /^src\/api\/undici(-connection|-private|\.d)\.ts$/.test(file),
    ],
    ['minimatch: folder/select', /^minimatch/, (file) => file === 'src/folder/select.ts'],
    ['mrmime: folder/measure', /^mrmime/, (file) => file === 'src/folder/measure.ts'],
    ['jsonc-parser: folder/service-json', /^jsonc-parser/, (file) => file === 'src/folder/service-json.ts'],
  ];
  for (const [name, wanted, isAllowed] of places) {
    test(name, () => {
      assert.deepEqual(findImporters(wanted, isAllowed), []);
      assert.ok(imports.some(({ target }) => wanted.test(target)));
    });
  }

  test('and is a dependency: all others are of Node, by their full name, or files of src', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const { file, target, written } of imports) {
      const name = /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? '';
      const isKnown = isBuiltin(target)
        ? target.startsWith('node:')
        : files.includes(target) || Object.hasOwn(dependencies, name);
      assert.ok(isKnown, `${file} imports ${written}`);
    }
  });

  test('@actions/github is loaded only when it is needed', () => {
    const code = sources.get('src/github.ts') ?? '';
    assert.match(code, /await import\('@actions\/github'\)/);
    assert.ok(
      imports.every(({ file, target, isType }) => !target.startsWith('@actions/github') || isType || isLazy(file)),
    );
  });

  function isLazy(file: string): boolean {
    return !/^import (?!type)[^;]*'@actions\/github'/m.test(sources.get(file) ?? '');
  }
});

describe('imports run one way', () => {
  /** What each room may import of the others; `types` only with `import type`. */
  const rooms: Readonly<Record<string, { readonly values: readonly string[]; readonly types: readonly string[] }>> = {
    folder: { values: [], types: [] },
    api: { values: [], types: ['src/folder/'] },
    report: { values: [], types: ['src/folder/'] },
    commands: { values: ['src/api/', 'src/folder/folder-error.ts'], types: ['src/folder/', 'src/report/'] },
  };
  const findWrong = (file: string, values: readonly string[], types: readonly string[]): readonly Import[] =>
    imports
      .filter((entry) => entry.file === file && /^src\/[a-z]+\//.test(entry.target))
      .filter(({ target, isType }) => ![...values, ...(isType ? types : [])].some((start) => target.startsWith(start)));

  for (const [room, { values, types }] of Object.entries(rooms)) {
    test(`of ${room}`, () => {
      const own = files.filter((file) => file.startsWith(`src/${room}/`));
      assert.ok(own.length > 0);
      assert.deepEqual(
        own.flatMap((file) => findWrong(file, [`src/${room}/`, ...values], types)),
        [],
      );
      assert.deepEqual(
        findImporters(isWiring, (file) => !own.includes(file)),
        [],
      );
    });
  }

  test('of what several rooms need: nothing of theirs but types, and how text is made printable', () => {
    const shared = files.filter((file) => /^src\/[a-z-]+\.ts$/.test(file) && !isWiring.test(file));
    assert.deepEqual(
      shared.flatMap((file) => findWrong(file, ['src/escape.ts'], ['src/'])),
      [],
    );
  });

  test('nothing imports main, and only main imports action', () => {
    assert.deepEqual(
      findImporters(/^src\/main\.ts$/, () => false),
      [],
    );
    assert.deepEqual(findImporters(/^src\/action\.ts$/, isMain), []);
  });

  test('only action and the commands themselves know the commands', () => {
    const isAllowed = (file: string): boolean => /^src\/(commands\/.*|run|action)\.ts$/.test(file);
    assert.deepEqual(findImporters(/^src\/commands\//, isAllowed), []);
  });

  test('never in a circle, not for a type either', () => {
    const targets = new Map(files.map((file) => [file, imports.filter((entry) => entry.file === file)]));
    const done = new Set<string>();
    const visit = (file: string, way: readonly string[]): void => {
      assert.ok(!way.includes(file), `a circle: ${[...way, file].join(' → ')}`);
      if (done.has(file)) return;
      for (const { target } of targets.get(file) ?? []) visit(target, [...way, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
  });
});

describe('an effect has one place', () => {
  test('process.env and process.exit: main', () => {
    assert.deepEqual(findUses(/process\s*\.\s*(env|exit\b|exitCode|on\b|cwd)/, isMain), []);
    assert.deepEqual(
      findUses(/from 'node:process'|\[['"]env['"]\]/, () => false),
      [],
    );
  });

  test('printing: report/log, by what main makes of stdout', () => {
    const isLog = (file: string): boolean => file === 'src/report/log.ts';
    assert.deepEqual(
      findUses(/\bconsole\b/, () => false),
      [],
    );
    assert.deepEqual(findUses(/process\s*\.\s*(stdout|stderr)|from 'node:(tty|console)'/, isMain), []);
    assert.deepEqual(
      findUses(/import\s[^;]*\b(info|debug|error|warning|notice|startGroup|setFailed)\b[^;]*'@actions\/core'/, isLog),
      [],
    );
  });

  test('the clock, chance and timers: main, and whoever is given them', () => {
    assert.deepEqual(findUses(/Date\.now|new Date\(\)|Math\.random|performance\./, isMain), []);
    // Three let the event loop turn, which takes no time: for a cancel to be heard, or the end of a connection.
    const isTimed = (file: string): boolean =>
      isMain(file) || /^src\/(folder\/read|api\/sender|api\/undici-connection)\.ts$/.test(file);
    assert.deepEqual(findUses(/\b(setTimeout|setInterval|setImmediate)\(|node:timers/, isTimed), []);
  });

  test('no other process is started', () => {
    assert.deepEqual(
      findImporters(/^node:(child_process|cluster|worker_threads|vm|repl|inspector)/, () => false),
      [],
    );
    assert.deepEqual(
      findUses(/\beval\(|new Function\(/, () => false),
      [],
    );
  });
});

describe('a file', () => {
  test('is called in kebab-case, by what it is about', () => {
    for (const file of files) {
      assert.match(file, /^src\/([a-z]+\/)?[a-z]+(-[a-z]+)*(\.d)?\.ts$/);
      assert.doesNotMatch(file, /\/(utils?|helpers?|common|misc|shared|types)\.ts$/);
    }
  });

  test('exports by name', () => {
    assert.deepEqual(
      findUses(/^export default/m, () => false),
      [],
    );
  });

  test('has no way around the types or the linter', () => {
    for (const file of files) {
      const text = readFileSync(join(root, file), 'utf8');
      assert.doesNotMatch(text, /@ts-|biome-ignore|eslint-|\bas any\b|: any\b|<any>|\bas unknown as\b/, file);
      assert.doesNotMatch(text, /node:coverage|c8 ignore|istanbul/, file);
    }
  });

  test('imports files of src with their ending', () => {
    for (const { file, written } of imports) {
      if (written.startsWith('.')) assert.match(written, /^\.{1,2}\/.*\.ts$/, file);
    }
  });
});
