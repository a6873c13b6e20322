import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findScriptStart, readTitle } from '../../../../cli/files/html.ts';

test('a script that runs first is added at the start of the head, behind the doctype', () => {
  const rows = [
    '<!doctype html><html><head>|<script></script></head>',
    '<!doctype html><html lang="en">|<script></script>',
    '<!-- note --><!DOCTYPE html>|<p>',
    '\ufeff|<p>',
    '|<p><head>',
  ];
  for (const marked of rows) {
    const html = marked.replace('|', '');
    assert.equal(findScriptStart(html), marked.indexOf('|'), html);
  }
});

test('the title of a page is read in one line and without escapes', () => {
  const rows = [
    ['<title>\n Ebb &amp;\n Flow </title>', 'Ebb & Flow'],
    ['<h1>Tides</h1>', ''],
  ] as const;
  for (const [html, title] of rows) assert.equal(readTitle(html), title);
});
