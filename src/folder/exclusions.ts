import { toMediaType } from './media.ts';

/** Names of files and folders that hold credentials, lower-case. */
const credentialNames = new Set(['.git', '.npmrc', '.netrc', '_netrc', '.aws', '.ssh']);
const credentialEndings = ['.pem', '.key', '.p12', '.pfx', '.ppk'];
/** The kinds of key that ssh-keygen writes as `id_<kind>`; a copy such as `id_rsa.bak` or `id_rsa-old` is one too. */
const sshKey = /^id_(rsa|dsa|ecdsa|ed25519|xmss)/;
/** An `id_…` file of one of these types is a part of a page, such as `id_card.png`. */
const pageType = /^(image|font|audio|video)\/|^text\/(html|css|javascript)$/;

/**
 * Says why a file or folder of this name always stays behind, in plain words, or null when it may go.
 *
 * Takes the last part of the path only: what lies in a folder that stays behind is never looked at. Case does not count,
 * because on Windows and macOS `.ENV` opens the same file. No include pattern overrides it (faults-and-threats, "credentials").
 */
export function findBuiltInReason(name: string, isFolder: boolean): string | null {
  const lower = name.toLowerCase();
  if (isCredential(lower, isFolder)) return 'looks like a credential';
  if (lower === 'node_modules') return 'node_modules';
  if (lower.startsWith('.')) return isFolder ? 'hidden folder' : 'hidden file';
  return null;
}

/** True for the names that must not be published even when the app folder itself lies in them, such as `.git`. */
export function isCredential(name: string, isFolder: boolean): boolean {
  const lower = name.toLowerCase();
  if (credentialNames.has(lower) || lower.startsWith('.env')) return true;
  if (credentialEndings.some((ending) => lower.endsWith(ending))) return true;
  return !isFolder && lower.startsWith('id_') && (sshKey.test(lower) || !pageType.test(toMediaType(lower, true)));
}
