import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { toFinding } from '../../../../sandbox/try/findings.ts';
import { renderAnnotations, renderFailure, renderSummary } from '../../../../sandbox/try/github.ts';

const env = { GITHUB_WORKSPACE: resolve('/work space') };
const folder = resolve('/work space/apps/a,b');

test('findings are annotated on their lines, relative to the workspace', () => {
  const place = { path: 'assets/a:1.js', line: 3, column: 14 };
  const error = toFinding('error', 'uncaught_error', '100 %\nbad', { place });
  const warning = toFinding('warning', 'no_logo', 'The app has no logo.');
  const note = toFinding('note', 'other_host', 'The app talks to a.example.');
  assert.equal(
    renderAnnotations([warning, error, note], folder, env),
    `::error file=apps/a%2Cb/assets/a%3A1.js,line=3,col=14,title=try%3A uncaught_error::100 %25%0Abad
::warning title=try%3A no_logo::The app has no logo.
`,
  );
});

test('a place outside of the workspace, or without a line, is not annotated there', () => {
  const place = { path: 'index.html', line: null, column: null };
  const finding = toFinding('error', 'x', 'm', { place });
  const inside = renderAnnotations([finding], folder, env);
  assert.equal(inside, '::error file=apps/a%2Cb/index.html,title=try%3A x::m\n');
  const outside = renderAnnotations([finding], resolve('/elsewhere'), env);
  assert.equal(outside, '::error title=try%3A x::m\n');
});

test('at most ten findings of each level are annotated, as many as the runner keeps', () => {
  const findings = Array.from({ length: 15 }, (_, at) => toFinding('error', 'x', String(at)));
  assert.equal(renderAnnotations(findings, folder, env).trimEnd().split('\n').length, 10);
});

test('a run that could not try anything is one error', () => {
  assert.equal(renderFailure('No browser.\n::x'), '::error title=try::No browser.%0A::x\n');
});

test('the summary lists findings, and no text in it is more than text', () => {
  const place = { path: 'index.html', line: 7, column: null };
  const message = '<img src=x> [a](http://www.x.y) @me | `b`\n# c';
  const findings = [toFinding('error', 'axe/image-alt', message, { place })];
  assert.equal(
    renderSummary('✖ It does not work.', findings, ['Opened.']),
    `### ✖ It does not work.

| | finding | place | code |
| --- | --- | --- | --- |
| error | &#60;img src&#61;x&#62; &#91;a&#93;&#40;http&#58;//www&#46;x.y&#41; &#64;me &#124; &#96;b&#96;&#10;&#35; c | index.html&#58;7 | axe/image-alt |

Opened.

`,
  );
  const many = Array.from({ length: 60 }, () => toFinding('warning', 'x', 'm'));
  assert.match(renderSummary('x', many, []), /\n\nand 10 more\n\n$/);
});
