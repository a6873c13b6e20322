// The least that a program in node takes: a body that somebody prepared, read in pieces and sent. Arguments: file, address, key.
import { once } from 'node:events';
import { fstatSync, openSync, readSync } from 'node:fs';

const [file, address, key] = process.argv.slice(2);
const { request } = await import(address.startsWith('https:') ? 'node:https' : 'node:http');
const fd = openSync(file);
const sending = request(`${address}/api/miniapps/deploy`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': fstatSync(fd).size,
  },
});
const answered = once(sending, 'response');
// Used in turn: one being filled, one at the socket, one in between.
const buffers = Array.from({ length: 3 }, () => Buffer.allocUnsafeSlow(512 * 1024));
for (let turn = 0, got = -1; got !== 0; turn += 1) {
  const buffer = buffers[turn % buffers.length];
  got = readSync(fd, buffer);
  if (got > 0 && !sending.write(buffer.subarray(0, got))) await once(sending, 'drain');
}
sending.end();
const [response] = await answered;
response.resume();
await once(response, 'end');
if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`);
console.log('sent');
