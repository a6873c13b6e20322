// What somebody would write in place of the action, without its checks: everything in memory, node's own modules, one connection.
// Arguments: address, key, folder. Reads the app, sends the folder, reads the app again and compares; without a folder it reads
// the app, parses it and hashes every file.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const [address, key, folder] = process.argv.slice(2);
const { Agent, request } = await import(address.startsWith('https:') ? 'node:https' : 'node:http');
const agent = new Agent({ keepAlive: true });

function send(method, path, body) {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const sending = request(`${address}/api/miniapps/${path}`, { method, agent, headers }, (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(pieces).toString())));
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

function readFolder() {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const locations = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(locations.map((location) => [relative(folder, location), toText(location)]));
}

function toText(location) {
  const content = readFileSync(location);
  return location.endsWith('.png') ? `data:image/png;base64,${content.toString('base64')}` : content.toString();
}

function digest(content) {
  const data = /^data:[^,]*;base64,/.exec(content);
  return hash('sha256', data === null ? content : Buffer.from(content.slice(data[0].length), 'base64'));
}

const before = await send('GET', 'bench');
if (folder === undefined) {
  console.log(Object.values(before.files).map(digest).length, 'files');
} else {
  const files = readFolder();
  await send('POST', 'deploy', JSON.stringify({ slug: 'bench', files }));
  const after = await send('GET', 'bench');
  for (const [path, content] of Object.entries(files)) {
    if (digest(after.files[path]) !== digest(content)) throw new Error(`${path} differs`);
  }
  console.log(Object.keys(files).length, 'files deployed');
}
agent.destroy();
