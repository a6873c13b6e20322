import { toSentContent } from '../../../sandbox/service/folder.ts';
import { type AppFields, appFields, servicePath } from '../../../src/app/app.ts';
import type { Problem } from '../../../src/app/problem.ts';
import type { Folder } from '../../../src/folder/folder.ts';
import { hashContents } from '../../../src/folder/folder-file.ts';
import { toFolderFile } from '../../../src/folder/read.ts';

/** A folder in memory: contents by path. */
export type Files = Readonly<Record<string, string | Buffer>>;

/** Returns the files of a small valid app, with the given ones in their place. */
export function makeFiles(parts: Files = {}): Files {
  return { 'service.json': '{"name":"Tides"}', 'index.html': '<h1>Tides</h1>', ...parts };
}

/** Returns the files of a folder in memory, and their hash. */
export function packFiles(given: Files): Pick<Folder, 'files' | 'contentHash'> {
  const paths = Object.keys(given).sort();
  const files = paths.map((path) => toFolderFile(path, Buffer.from(given[path] ?? '')));
  return { files, contentHash: hashContents(files) };
}

/** Returns the strings that a deploy of these files sends, by path. */
export function toWireFiles(files: Files): Readonly<Record<string, string>> {
  const paths = Object.keys(files).sort();
  return Object.fromEntries(
    paths.map((path) => [path, toSentContent(path, Buffer.from(files[path] ?? ''))]),
  );
}

/** Returns a folder in memory. `problems` are the findings of its offline check. */
export function makeFolder(given: Files, problems: readonly Problem[] = []): Folder {
  const { files, contentHash } = packFiles(given);
  return {
    files,
    excluded: [],
    fileCount: files.length,
    byteCount: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    contentHash,
    problems,
    warnings: [],
    fields: readFields(given),
    serviceJson: readText(given, 'service.json') ?? null,
    repositoryPath: 'app',
    secretPaths: new Set(),
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
