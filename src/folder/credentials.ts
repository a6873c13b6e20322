/**
 * Recognizes files that are credentials, by their name or their first lines. The secrets of a run
 * are searched for everywhere, and so are keys with a known prefix (keys.ts).
 */

/**
 * Names of files that hold credentials and are not hidden: the usual ones of Google, Kubernetes,
 * Terraform, Java and VPNs.
 */
const likelyNames =
  /^(?:kubeconfig|terraform\.tfstate(?:\.backup)?|(?:service[-_.]?account|client[-_]secret|credentials|secrets)(?![a-z])[^/]*\.(?:json|ya?ml)|[^/]+\.(?:jks|keystore|kdbx|ovpn|tfvars))$/i;

/**
 * Lines that only a file with credentials has. `part` is a part of the line, which is searched for
 * first because a plain search is fast.
 */
const likelyLines = [
  {
    what: 'a private key',
    part: 'PRIVATE KEY',
    // The start of a key must follow: the source of a program that reads keys contains the first
    // line, too.
    pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|\s)+[\w+/=:, -]{16}/,
  },
  {
    what: 'the key of a Kubernetes client',
    part: 'client-key-data',
    pattern: /^[ \t]*client-key-data:[ \t]*\S/m,
  },
  {
    what: 'the state of Terraform',
    part: '"terraform_version"',
    pattern: /"terraform_version"\s*:/,
  },
  {
    what: 'a key of AWS',
    part: 'aws_secret_access_key',
    pattern: /^[ \t]*aws_secret_access_key[ \t]*=[ \t]*\S/m,
  },
];
const searchedBytes = 8192;

/**
 * True if a file is the configuration of Docker with the passwords of registries, which `docker
 * login` writes. It is never sent.
 */
export function isDockerConfig(path: string, bytes: Buffer): boolean {
  if (!/(?:^|\/)config\.json$/i.test(path)) return false;
  return /"auths"\s*:\s*\{[\s\S]*"(?:auth|identitytoken)"\s*:\s*"/.test(
    bytes.toString('latin1', 0, searchedBytes),
  );
}

/**
 * Returns what a file seems to contain, by its path and its first bytes; null if it does not seem
 * to be a credential. `offset` is that of its first byte; null if it was recognized by the name of
 * the file.
 *
 * @example
 * findLikelyCredential('assets/id.txt', Buffer.from('-----BEGIN PRIVATE KEY-----\nMIIE…'));
 * // { what: 'a private key', offset: 0 }
 */
export function findLikelyCredential(path: string, start: Buffer) {
  const head = start.subarray(0, searchedBytes);
  for (const { what, part, pattern } of likelyLines) {
    if (!head.includes(part)) continue;
    const offset = head.toString('latin1').search(pattern);
    if (offset !== -1) return { what, offset };
  }
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!likelyNames.test(name)) return null;
  return { what: 'credentials, judging by its name', offset: null };
}
