import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployPayload } from '../../../src/api/deploy-payload.ts';

test('pictures, fonts, sounds and videos go as data, other texts as text', () => {
  for (const type of ['image/png', 'image/svg+xml', 'font/woff2', 'audio/wav', 'video/mp4']) {
    assert.equal(deployPayload.chooseEncoding(type), 'data', type);
  }
  for (const type of ['text/html', 'application/json', 'application/octet-stream', 'model/image/x']) {
    assert.equal(deployPayload.chooseEncoding(type), 'text', type);
  }
});

test("a deploy's body names the app and then its files, whatever their names are", () => {
  const { begin, beginFile, endFile, betweenFiles, end } = deployPayload;
  const page = beginFile({ path: 'a "b"\n.html', type: 'text/html', encoding: 'text' });
  const dot = beginFile({ path: '__proto__', type: 'image/png', encoding: 'data' });
  const body = `${begin('tides')}${page}x${endFile}${betweenFiles}${dot}iVBORw==${endFile}${end}`;
  assert.equal(
    body,
    String.raw`{"slug":"tides","files":{"a \"b\"\n.html":"x","__proto__":"data:image/png;base64,iVBORw=="}}`,
  );
  assert.deepEqual(JSON.parse(`${begin('tides')}${end}`), { slug: 'tides', files: {} });
});
