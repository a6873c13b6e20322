import { toMediaType } from '../../../src/folder/media.ts';
import type { LeftOut, Packed } from '../../../src/folder/packed.ts';

/** A packed folder that exists nowhere. */
export function createPacked(paths: readonly string[], leftOut: readonly LeftOut[] = []): Packed {
  const stamp = { dev: 0n, ino: 0n, size: 1n, mtimeNs: 0n, ctimeNs: 0n };
  const files = paths.map((path) => {
    const type = toMediaType(path, true);
    return {
      path,
      location: `/nowhere/${path}`,
      bytes: 1,
      sha256: '',
      form: 'text',
      type,
      encodedBytes: 3,
      stamp,
    } as const;
  });
  return { root: '/nowhere', repositoryPath: '', files, leftOut, byteCount: files.length, contentHash: 'sha256:' };
}
