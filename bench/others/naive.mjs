// What one writes first: everything read, everything put together, everything sent. Arguments: folder, address, key.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const [folder, address, key] = process.argv.slice(2);
const types = { png: 'image/png', woff2: 'font/woff2', mp4: 'video/mp4' };
const files = {};
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const location = join(entry.parentPath, entry.name);
  const content = readFileSync(location);
  const type = types[entry.name.split('.').pop()];
  const path = relative(folder, location).replaceAll('\\', '/');
  files[path] = type === undefined ? content.toString() : `data:${type};base64,${content.toString('base64')}`;
}
const response = await fetch(`${address}/api/miniapps/deploy`, {
  method: 'POST',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({ slug: 'bench', files }),
});
if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
