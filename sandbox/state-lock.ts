import { mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Takes a state folder for this process (it is made when it is missing), so that two sandboxes never write over each other's state. Gives
 * the function that lets it go. A lock of a process that is gone is taken over; a living one gives an Error.
 */
export async function lockFolder(folder: string, pid: number): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'lock');
  if (!(await tryLock(file, pid))) {
    const holder = Number(await readFile(file, 'utf8'));
    if (holder !== pid && isAlive(holder)) {
      throw new Error(`Another sandbox (process ${holder}) uses ${folder}. If that is wrong, delete ${file}.`);
    }
    await writeFile(file, String(pid));
  }
  return () => unlink(file);
}

async function tryLock(file: string, pid: number): Promise<boolean> {
  try {
    await writeFile(file, String(pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
