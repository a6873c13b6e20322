import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig, removeComments } from '../../../../cli/init/config-file.ts';

/** The paths and values of a configuration; paths from the file's folder begin with `@/`. */
function read(text: string): Readonly<Record<string, unknown>> {
  const entries = readConfig(text).map((entry) => {
    return [entry.path, entry.isFromFile ? `@/${entry.value}` : entry.value];
  });
  return Object.fromEntries(entries);
}

test('a configuration is read with the keys that lead to each value', () => {
  const rows: readonly (readonly [text: string, entries: Readonly<Record<string, unknown>>])[] = [
    ["export default { build: { outDir: 'www' } }", { 'build.outDir': 'www' }],
    ['module.exports = { "distDir": `x`, y: true };', { distDir: 'x', y: true }],
    [
      "export default defineConfig(({ mode }) => { return { build: { outDir: 'a' } }; });",
      { 'build.outDir': 'a' },
    ],
    [
      "const nextConfig: NextConfig = {\n  output: 'export',\n  distDir: 'site',\n};",
      { output: 'export', distDir: 'site' },
    ],
    ["x = { root: 'a' as const, other: 'b' satisfies string }", { root: 'a', other: 'b' }],
    [
      "export default { plugins: [sveltekit({ adapter: adapter({ pages: 'docs' }) })] };",
      { 'plugins.adapter': null, 'plugins.adapter.pages': 'docs' },
    ],
    ["{ outDir: path.resolve(__dirname, '../dist'), a: 1 }", { outDir: '@/../dist', a: null }],
    ["{ outDir: join(import.meta.dirname, 'x') }", { outDir: '@/x' }],
    ["{ root: fileURLToPath(new URL('./web', import.meta.url)) }", { root: '@/./web' }],
    ["{ outDir: process.env.OUT ?? 'x' }", { outDir: null }],
    ["{ outDir: 'a' + b, x: `$" + '{y}` }', { outDir: null, x: null }],
    ["{ outDir: isX ? 'a' : 'b', c?: string }", { outDir: null, c: null }],
    ["export default (c) => { c.setOutputDirectory('x'); };", { 'setOutputDirectory()': 'x' }],
    ["{ // outDir: 'a'\n /* outDir: 'b' */ base: '//x' }", { base: '//x' }],
    ['{"a": {"b": {"outputPath": "dist/x"}}}', { 'a.b.outputPath': 'dist/x' }],
    ["{ a: 'it\\'s', b: 'x' }", { a: null, b: 'x' }],
    ["{ a: 'never closed\n, b: 'x' }", { a: null, b: 'x' }],
    ["let x: string; const y = a ? b : 'c';", {}],
    ['', {}],
    [`{ a: 'x' }${' '.repeat(200_000)}`, {}],
  ];
  for (const [text, entries] of rows) assert.deepEqual(read(text), entries, text.slice(0, 80));
});

test('comments are removed, and texts that look like them are not', () => {
  assert.equal(removeComments("a // b\n'//c' /* d */ e"), "a \n'//c'  e");
});
