// What somebody would write to look at an app, with node's own modules and everything in memory: reads it, parses it, and hashes
// every file. Arguments: address, key.
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';

const [address, key] = process.argv.slice(2);
const [response] = await once(
  get(`${address}/api/miniapps/bench`, { headers: { authorization: `Bearer ${key}` } }),
  'response',
);
const { files } = JSON.parse(Buffer.concat(await response.toArray()).toString());
const digests = Object.values(files).map((content) => {
  const data = /^data:[^,]*;base64,/.exec(content);
  return hash(
    'sha256',
    data === null ? content : Buffer.from(content.slice(data[0].length), 'base64'),
  );
});
console.log(digests.length, 'files');
