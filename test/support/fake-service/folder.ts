import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { lookup } from 'mrmime';
import { toSentContent } from '../../../sandbox/service/folder.ts';
import { toJsonBody } from '../../../src/api/transport.ts';
import { chooseEncoding } from '../../../src/folder/deploy-payload.ts';
import type { AppFolder } from '../../../src/folder/folder.ts';
import type { FolderManifest, PackedFile } from '../../../src/folder/manifest.ts';
import { type AppFields, appFields, servicePath } from '../../../src/model/app.ts';
import type { Problem } from '../../../src/model/problem.ts';

/** A folder in memory: contents by path. */
export type Files = Readonly<Record<string, string | Buffer>>;

/** Returns the files of a small valid app, with the given ones in their place. */
export function makeFiles(parts: Files = {}): Files {
  return { 'service.json': '{"name":"Tides"}', 'index.html': '<h1>Tides</h1>', ...parts };
}

/** Scans a folder in memory like the real scan. */
export function packFiles(given: Files): FolderManifest {
  const paths = Object.keys(given).sort();
  const files = paths.map((path) => toPackedFile(path, Buffer.from(given[path] ?? '')));
  const contentHash = `sha256:${toSha256(files.map(({ path, sha256 }) => `${path}\0${sha256}\0`).join(''))}`;
  const byteCount = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    files,
    excluded: [],
    unmatchedPatterns: [],
    secrets: [],
    credentials: [],
    keys: [],
    byteCount,
    contentHash,
  };
}

/** Returns the strings that a deploy of these files sends, by path. */
export function toWireFiles(files: Files): Readonly<Record<string, string>> {
  const paths = Object.keys(files).sort();
  return Object.fromEntries(
    paths.map((path) => [path, toSentContent(path, Buffer.from(files[path] ?? ''))]),
  );
}

/** Opens a folder in memory. `problems` are the findings of its offline check. */
export function createFakeFolder(files: Files, problems: readonly Problem[] = []): AppFolder {
  return {
    repositoryPath: 'app',
    readLines: async () => null,
    scan: async () => ({
      ...packFiles(files),
      problems,
      warnings: [],
      fields: readFields(files),
      serviceJson: readText(files, 'service.json') ?? null,
      readText: (path, maxBytes) => {
        const text = readText(files, path) ?? '';
        return Buffer.byteLength(text) > maxBytes || text.includes('\ufffd') ? null : text;
      },
      // The real check finds the line of a field. Here it is always the second.
      locate: async (found) =>
        found.map(({ field, ...problem }) => ({
          ...problem,
          line: problem.line ?? (field === undefined ? null : 2),
        })),
      createBody: (slug) => toJsonBody({ slug, files: toWireFiles(files) }),
    }),
  };
}

/** Parses service.json. Returns an empty object if it is not an object. */
export function readService(
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(files['service.json'] ?? '{}'));
  } catch {
    return {};
  }
}

function readFields(files: Files): AppFields {
  const service = readService(toWireFiles(files));
  const sent = Object.entries(appFields).filter(([, { isSent }]) => isSent);
  const fields = sent.map(([name, { file }]) => [
    name,
    file === servicePath ? service[name] : readText(files, file),
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function readText(files: Files, path: string): string | undefined {
  return files[path]?.toString('utf8');
}

/** Returns a text without byte order mark, and with LF for CRLF. */
export function normalizeText(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

function toSha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function toPackedFile(path: string, bytes: Buffer): PackedFile {
  const type = lookup(path) ?? 'application/octet-stream';
  return {
    path,
    type,
    location: `/memory/app/${path}`,
    bytes: bytes.length,
    sha256: toSha256(bytes),
    textSha256: isUtf8(bytes) ? toSha256(normalizeText(bytes.toString())) : null,
    encoding: chooseEncoding(type, isUtf8(bytes)),
    encodedBytes: 0,
    stamp: { dev: 0n, ino: 0n, size: BigInt(bytes.length), mtimeNs: 0n, ctimeNs: 0n },
  };
}
