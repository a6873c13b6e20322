import assert from 'node:assert/strict';

/** Whether `JSON.parse` takes the text: what our own readers of JSON are compared with. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    return false;
  }
}
