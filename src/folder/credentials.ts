/**
 * Credentials of any kind, known by the name or the first lines of a file. The key and the token of
 * a run are searched for everywhere.
 */

/**
 * Names of files that hold credentials, and do not look hidden: what Google, Kubernetes, Terraform,
 * Java and VPNs call theirs.
 */
const likelyNames =
  /^(?:kubeconfig|terraform\.tfstate(?:\.backup)?|(?:service[-_.]?account|client[-_]secret|credentials|secrets)(?![a-z])[^/]*\.(?:json|ya?ml)|[^/]+\.(?:jks|keystore|kdbx|ovpn|tfvars))$/i;

/**
 * What the first lines of such files have: a text that is quick to look for, and the pattern around
 * it.
 */
const likelyLines: readonly (readonly [what: string, part: string, pattern: RegExp])[] = [
  // Only with the start of a key behind it: a program that reads keys contains the first line too.
  [
    'a private key',
    'PRIVATE KEY',
    /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|\s)+[\w+/=:, -]{16}/,
  ],
  ['the key of a Kubernetes client', 'client-key-data', /^[ \t]*client-key-data:[ \t]*\S/m],
  ['the state of Terraform', '"terraform_version"', /"terraform_version"\s*:/],
  ['a key of AWS', 'aws_secret_access_key', /^[ \t]*aws_secret_access_key[ \t]*=[ \t]*\S/m],
];
const headBytes = 8192;

/** What a file seems to hold, and where; a name has no place in the file. */
export interface LikelyCredential {
  readonly what: string;
  readonly offset: number | null;
}

/**
 * Tells from a path and the first bytes of a file whether it seems to hold a credential; null where
 * it does not.
 */
export function findLikelyCredential(path: string, start: Buffer): LikelyCredential | null {
  const head = start.subarray(0, headBytes);
  for (const [what, part, pattern] of likelyLines) {
    const offset = head.includes(part) ? head.toString('latin1').search(pattern) : -1;
    if (offset !== -1) return { what, offset };
  }
  const name = path.slice(path.lastIndexOf('/') + 1);
  return likelyNames.test(name) ? { what: 'credentials, by its name', offset: null } : null;
}
