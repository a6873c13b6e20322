import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployPayload } from '../../../src/api/deploy-payload.ts';

test('pictures, fonts, sounds and videos go as data, other texts as text', () => {
  const types = ['image/svg+xml', 'font/woff2', 'audio/wav', 'video/mp4', 'text/html', 'model/image/x'];
  const encodings = types.map((type) => deployPayload.chooseEncoding(type));
  assert.deepEqual(encodings, ['data', 'data', 'data', 'data', 'text', 'text']);
});

test("a deploy's body names the app and then its files, whatever their names are", () => {
  const { begin, beginFile, endFile, betweenFiles, end } = deployPayload;
  const page = beginFile({ path: 'a "b"\n.html', type: 'text/html', encoding: 'text' });
  const dot = beginFile({ path: '__proto__', type: 'image/png', encoding: 'data' });
  const body = `${begin('tides')}${page}x${endFile}${betweenFiles}${dot}iVBORw==${endFile}${end}`;
  const files = String.raw`{"a \"b\"\n.html":"x","__proto__":"data:image/png;base64,iVBORw=="}`;
  assert.equal(body, `{"slug":"tides","files":${files}}`);
});
