/**
 * Finds keys of other services in text files by their prefixes, because everyone who opens an app
 * can read its files.
 */

/** A kind of key, and the page that describes its form. */
interface KeyKind {
  /** The kind in words, such as "a GitHub token". */
  readonly what: string;
  readonly source: string;
  /** Matches a whole key at the index where the search begins; with `mark`, anywhere around it. */
  readonly pattern: RegExp;
  /** The beginnings that a key can have, of at least two characters, separated by spaces. */
  readonly begins?: string;
  /** A part of the key that begins with a rare character, for a key without a long run of letters. */
  readonly mark?: string;
  /**
   * Decides by the key, and by the text around it, whether it is a secret; absent if every key of
   * the kind is one.
   */
  readonly isSecret?: (key: string, around: string) => boolean;
}

/**
 * The first line of a private key and the beginning of what follows it: on the next line, behind an
 * escaped line end, or in the next string of an array or of a concatenation. A program that reads
 * such keys contains the first line only.
 */
const privateKey =
  /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\\+[nr]|\s|[\x22\x27\x60]\s*[+,]\s*[\x22\x27\x60])+(?:[A-Za-z0-9+/]{16}|(?:Proc-Type|Version|Comment): )/g;

const gitleaks = 'https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml';
const secretlint = 'https://github.com/secretlint/secretlint/tree/master/packages/@secretlint';
const patterns =
  'https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns';

/**
 * The kinds of keys that have an unambiguous form (docs/decisions/0009-keys-in-files.md). Keys that
 * are public by design are not listed, such as the `pk_live_…` of Stripe, the `sb_publishable_…` of
 * Supabase, or the `AIza…` in a Firebase configuration.
 */
export const keyKinds: readonly KeyKind[] = [
  {
    what: 'a GitHub token',
    source: 'https://github.blog/engineering/behind-githubs-new-authentication-token-formats/',
    begins: 'gho_ ghp_ ghr_ ghs_ ghu_ github_pat_',
    pattern:
      /gh[oprsu]_[A-Za-z0-9]{36,}(?![\w-])|ghs_\d{1,20}_[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}|github_pat_\w{36,}/y,
  },
  {
    what: 'a GitLab token',
    source: 'https://docs.gitlab.com/security/tokens/#token-prefixes',
    begins: 'gl',
    pattern:
      /gl(?:pat|ptt|dt|rt|rtr|cbt|oas|soat|agent|imt|ft|ffct)-[\w-]{20,300}(?:\.[0-9a-z]{9})?(?![\w-])/y,
    isSecret: isRandom,
  },
  {
    what: 'an access key of AWS next to its secret',
    source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
    begins: 'AKIA',
    pattern: /AKIA[A-Z0-9]{16}(?![\w-])/y,
    isSecret: (_key, around) => hasAwsSecret(around),
  },
  {
    what: 'a secret key of Stripe',
    source: 'https://docs.stripe.com/keys',
    begins: 'sk_live_ rk_live_ whsec_',
    pattern: /[rs]k_live_[A-Za-z0-9]{20,}(?![\w-])|whsec_[A-Za-z0-9+/]{32,}/y,
  },
  {
    what: 'an OpenRouter API key',
    source: 'https://openrouter.ai/docs/api-reference/authentication',
    begins: 'sk',
    pattern: /sk-or-v1-[0-9a-f]{64}(?![\w-])/y,
  },
  {
    what: 'an Anthropic API key',
    source: gitleaks,
    begins: 'sk',
    pattern: /sk-ant-[\w-]{32,}/y,
  },
  {
    what: 'an OpenAI API key',
    source: gitleaks,
    begins: 'sk',
    pattern: /sk-(?:proj|svcacct|admin)-[\w-]{40,}|sk-[A-Za-z0-9]{48}(?![\w-])/y,
  },
  {
    what: 'an API key of DeepSeek or another AI service',
    source: 'https://api-docs.deepseek.com/',
    begins: 'sk',
    pattern: /sk-[0-9a-f]{32}(?![\w-])/y,
  },
  {
    what: 'a Groq API key',
    source: `${secretlint}/secretlint-rule-groq`,
    begins: 'gsk_',
    pattern: /gsk_[A-Za-z0-9]{52}(?![\w-])/y,
  },
  {
    what: 'an xAI API key',
    source: patterns,
    begins: 'xai-',
    pattern: /xai-[A-Za-z0-9]{80}(?![\w-])/y,
  },
  {
    what: 'a Hugging Face token',
    source: 'https://huggingface.co/docs/hub/security-tokens',
    begins: 'hf_ api_org_',
    pattern: /(?:hf|api_org)_[A-Za-z]{34}(?![\w-])/y,
  },
  {
    what: 'a Replicate token',
    source: 'https://replicate.com/docs/topics/security/api-tokens',
    begins: 'r8_',
    pattern: /r8_[A-Za-z0-9]{37}(?![\w-])/y,
  },
  {
    what: 'a Perplexity API key',
    source: gitleaks,
    begins: 'pplx-',
    pattern: /pplx-[A-Za-z0-9]{48}(?![\w-])/y,
  },
  {
    what: 'a Tavily API key',
    source: patterns,
    begins: 'tvly-',
    pattern: /tvly-(?:(?:dev|prod)-)?[\w-]{32,}/y,
    isSecret: isRandom,
  },
  {
    what: 'an ElevenLabs API key',
    source: patterns,
    begins: 'sk',
    pattern: /sk_[0-9a-f]{48}(?![\w-])/y,
  },
  {
    what: 'a Pinecone API key',
    source: 'https://docs.pinecone.io/guides/projects/manage-api-keys',
    begins: 'pcsk_',
    pattern: /pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,}/y,
  },
  {
    what: 'a Google API key for Gemini',
    source: 'https://ai.google.dev/gemini-api/docs/api-key',
    begins: 'AIza AQ.Ab',
    pattern: /AIza[\w-]{35}(?![\w-])|AQ\.Ab[\w-]{40,}/y,
    isSecret: (key, around) => key.startsWith('AQ.') || isUsedForGemini(around),
  },
  {
    what: 'a secret key of Supabase',
    source: 'https://supabase.com/docs/guides/api/api-keys',
    begins: 'sb_secret_ sbp_ eyJ',
    pattern:
      /sb_secret_[\w-]{20,}|sbp_[0-9a-f]{40}(?![\w-])|eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/y,
    isSecret: (key) => key.startsWith('sb') || isServiceRole(key),
  },
  {
    what: 'a Slack token',
    source: 'https://docs.slack.dev/authentication/tokens',
    begins: 'xox xapp-',
    pattern: /xox[abeoprs]-\d[\w-]{23,}|xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{16,}/y,
  },
  {
    what: 'the token of a Telegram bot',
    source: 'https://core.telegram.org/bots/features#botfather',
    begins: Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0')).join(' '),
    pattern: /\d{8,10}:AA[\w-]{33}(?![\w-])/y,
  },
  {
    what: 'the token of a Discord bot',
    source: 'https://docs.discord.com/developers/reference#authentication',
    // The first part is the base64 of a number.
    begins: 'MT Mj Mz ND NT Nj Nz OD OT',
    pattern: /[MNO][A-Za-z0-9]{22,27}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])/y,
    isSecret: (key) => /^\d{17,20}$/.test(atob(key.slice(0, key.indexOf('.')))),
  },
  {
    what: 'a Shopify token',
    source: 'https://shopify.dev/docs/apps/build/authentication-authorization',
    begins: 'shp',
    pattern: /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}(?![\w-])/y,
  },
  {
    what: 'a Vercel token',
    source: 'https://vercel.com/changelog/new-token-formats-and-secret-scanning',
    begins: 'vca_ vci_ vck_ vcp_ vcr_ vercel_blob_rw_',
    pattern:
      /vc[aikpr]_[A-Za-z0-9]{20,60}(?![\w-])|vercel_blob_rw_[A-Za-z0-9]{16}_[A-Za-z0-9]{30,}/y,
    isSecret: isRandom,
  },
  {
    what: 'a Netlify token',
    source: patterns,
    begins: 'nfp_ nfc_',
    pattern: /nf[pc]_[A-Za-z0-9]{36}(?![\w-])/y,
  },
  {
    what: 'a Cloudflare token',
    source: `${secretlint}/secretlint-rule-cloudflare`,
    begins: 'cfk_ cfut_ cfat_',
    pattern: /cf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}(?![\w-])/y,
  },
  {
    what: 'a DigitalOcean token',
    source: gitleaks,
    begins: 'doo_v1_ dop_v1_ dor_v1_',
    pattern: /do[opr]_v1_[0-9a-f]{64}(?![\w-])/y,
  },
  {
    what: 'a Linear API key',
    source: gitleaks,
    begins: 'lin_',
    pattern: /lin_(?:api|oauth)_[A-Za-z0-9]{40,64}(?![\w-])/y,
  },
  {
    what: 'a Notion token',
    source: 'https://developers.notion.com/docs/authorization',
    begins: 'ntn_ secret_',
    pattern: /ntn_\d{11}[A-Za-z0-9]{35}(?![\w-])|secret_[A-Za-z0-9]{43}(?![\w-])/y,
    isSecret: isRandom,
  },
  {
    what: 'an Airtable token',
    source: gitleaks,
    begins: 'pat',
    pattern: /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}(?![\w-])/y,
  },
  {
    what: 'a Figma token',
    source: `${secretlint}/secretlint-rule-figma`,
    begins: 'figd_',
    pattern: /figd_[\w-]{40,}/y,
  },
  {
    what: 'an npm token',
    source: 'https://docs.npmjs.com/about-access-tokens',
    begins: 'npm_',
    pattern: /npm_[A-Za-z0-9]{36}(?![\w-])/y,
  },
  {
    what: 'a PyPI token',
    source: 'https://pypi.org/help/#apitoken',
    begins: 'pypi-',
    pattern: /pypi-AgEIcHlwaS5vcmc[\w-]{50,}/y,
  },
  {
    what: 'a Docker token',
    source: `${secretlint}/secretlint-rule-docker`,
    begins: 'dckr_',
    pattern: /dckr_[op]at_[\w-]{27,32}(?![\w-])/y,
  },
  {
    what: 'a Sentry token',
    source: gitleaks,
    begins: 'sntryu_ sntrys_',
    pattern: /sntryu_[0-9a-f]{64}(?![\w-])|sntrys_eyJ[\w+/=-]{40,}/y,
  },
  {
    what: 'an Atlassian token',
    source: gitleaks,
    begins: 'ATATT3',
    pattern: /ATATT3[\w=-]{180,}/y,
  },
  {
    what: 'a Databricks token',
    source: `${secretlint}/secretlint-rule-databricks`,
    begins: 'dapi',
    pattern: /dapi[0-9a-f]{32}(?:-\d)?(?![\w-])/y,
  },
  {
    what: 'a SendGrid API key',
    source: gitleaks,
    begins: 'SG.',
    pattern: /SG\.[\w-]{22}\.[\w-]{43}(?![\w-])/y,
  },
  {
    what: 'a Brevo API key',
    source: gitleaks,
    begins: 'xkeysib-',
    pattern: /xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}(?![\w-])/y,
  },
  {
    what: 'a Resend API key',
    source: 'https://resend.com/docs/dashboard/api-keys/introduction',
    begins: 're_',
    pattern: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![\w-])/y,
    isSecret: isRandom,
  },
  {
    what: 'a Twilio API key',
    source: gitleaks,
    begins: 'SK',
    pattern: /SK[0-9a-f]{32}(?![\w-])/y,
  },
  {
    what: 'a secret token of Mapbox',
    source: 'https://docs.mapbox.com/help/dive-deeper/access-tokens/',
    begins: 'sk',
    pattern: /sk\.eyJ[\w-]{20,}\.[\w-]{20,}/y,
  },
  {
    what: 'a Slack webhook',
    source: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
    mark: 'k.com',
    pattern: /hooks\.slack\.com\\?\/services\\?\/T\w{6,}\\?\/B\w{6,}\\?\/[A-Za-z0-9]{16,}/g,
  },
  {
    what: 'a Discord webhook',
    source: 'https://docs.discord.com/developers/resources/webhook',
    mark: 'webhooks',
    pattern:
      /discord(?:app)?\.com\\?\/api(?:\\?\/v\d+)?\\?\/webhooks\\?\/\d{17,20}\\?\/[\w-]{60,}/g,
  },
  {
    what: 'the address of a database with its password',
    source: `${secretlint}/secretlint-rule-database-connection-string`,
    mark: '@',
    pattern:
      /(?:postgres(?:ql)?|mongodb(?:\+srv)?|mysql|mariadb|rediss?|amqps?):\\?\/\\?\/[\w.%-]{0,64}:[^\s:@/\x22\x27\x60<>{}$*\\]{4,128}@[\w-]+(?:\.[\w-]+)+/g,
    isSecret: isAddressOfOthers,
  },
  {
    what: 'the key of an Azure storage account',
    source: 'https://learn.microsoft.com/azure/storage/common/storage-account-keys-manage',
    mark: 'Key=',
    pattern: /AccountKey=[A-Za-z0-9+/]{86}==/g,
    // The key of the emulator on everybody's own computer.
    isSecret: (key) =>
      !key.includes('Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6'),
  },
  {
    what: 'the key of a Google service account',
    source: 'https://docs.cloud.google.com/iam/docs/keys-create-delete',
    mark: 'TE KEY',
    pattern: privateKey,
    isSecret: (_key, around) => around.includes('service_account'),
  },
  {
    what: 'a private key',
    source: 'https://www.rfc-editor.org/rfc/rfc7468#section-10',
    mark: 'TE KEY',
    pattern: privateKey,
  },
];

const maxKeysPerFile = 20;
/** The number of bytes before and after the beginning of a key that are examined. */
const reachBytes = 512;

/**
 * Returns the keys in a text file, each value once and sorted by `offset`, that of its first byte.
 * `start` is its first four characters; empty if they are the same for every key of the kind. Takes
 * linear time.
 *
 * @example
 * findKeys(bytes); // [{ offset: 9, what: 'a secret key of Stripe', start: 'sk_l' }]
 */
export function findKeys(bytes: Buffer) {
  const found = new Map<string, KeyMatch>();
  for (const match of listMatches(bytes)) {
    if (!found.has(match.value)) found.set(match.value, match);
    if (found.size === maxKeysPerFile) break;
  }
  const sorted = [...found.values()].sort((one, other) => one.index - other.index);
  return sorted.map(({ index, value, kind }) => {
    const start = kind.mark === undefined ? value.slice(0, 4) : '';
    return { offset: index, what: kind.what, start };
  });
}

/** True if a text seems to contain a key, so that no report may show it. */
export function hasKey(text: string): boolean {
  return findKeys(Buffer.from(text)).length > 0;
}

/** A key in some bytes. */
interface KeyMatch {
  readonly index: number;
  readonly value: string;
  readonly kind: KeyKind;
}

/** Yields the keys in some bytes: first those that are a run of letters, then the others. */
function* listMatches(bytes: Buffer): Generator<KeyMatch> {
  for (const at of listKeyStarts(bytes)) {
    const match = readKey(bytes, at);
    if (match !== null) yield match;
  }
  for (const [mark, kinds] of kindsByMark) {
    for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) {
      const match = readMarked(bytes, at, kinds);
      if (match !== null) yield match;
    }
  }
}

/** The beginnings of keys with their kinds, by their first two characters. */
const beginnings = Map.groupBy(
  keyKinds.flatMap((kind) => (kind.begins?.split(' ') ?? []).map((begin) => ({ begin, kind }))),
  ({ begin }) => begin.slice(0, 2),
);
const kindsByMark = Map.groupBy(
  keyKinds.filter(({ mark }) => mark !== undefined),
  ({ mark = '' }) => mark,
);

/** Returns the key that begins at an index; null if there is none. */
function readKey(bytes: Buffer, at: number): KeyMatch | null {
  const possible = beginnings.get(bytes.toString('latin1', at, at + 2));
  if (possible === undefined) return null;
  const head = bytes.toString('latin1', at, at + minRunBytes);
  const kinds = possible.filter(({ begin }) => head.startsWith(begin));
  if (kinds.length === 0) return null;
  const start = Math.max(0, at - reachBytes);
  const around = bytes.toString('latin1', start, at + reachBytes);
  for (const { kind } of kinds) {
    kind.pattern.lastIndex = at - start;
    const value = kind.pattern.exec(around)?.[0];
    if (value !== undefined && isKey(kind, value, around)) return { index: at, value, kind };
  }
  return null;
}

/** Returns the key around a mark; null if there is none. */
function readMarked(bytes: Buffer, at: number, kinds: readonly KeyKind[]): KeyMatch | null {
  const start = Math.max(0, at - reachBytes);
  const around = bytes.toString('latin1', start, at + reachBytes);
  for (const kind of kinds) {
    for (const { 0: value, index } of around.matchAll(kind.pattern)) {
      const holdsMark = start + index <= at && at < start + index + value.length;
      if (holdsMark && isKey(kind, value, around)) return { index: start + index, value, kind };
    }
  }
  return null;
}

function isKey({ isSecret }: KeyKind, value: string, around: string): boolean {
  return !isPlaceholder(value) && isSecret?.(value, around) !== false;
}

/** True if a text is an example from a document, such as `sk_live_xxxxxxxxxxxxxxxxxxxx`. */
function isPlaceholder(value: string): boolean {
  return /x{4}|(.)\1{7}|example|12345678|abcdefgh|your[-_]/i.test(value);
}

/** True if a text has digits and letters, as a random key has, and the name of a class has not. */
function isRandom(value: string): boolean {
  return (value.match(/\d/g) ?? []).length >= 2 && /[A-Za-z]\d|\d[A-Za-z]/.test(value);
}

/**
 * True if a secret of AWS, which has 40 characters of base64, is in a text. A SHA-1 in hex has as
 * many characters, but no capital letters.
 */
function hasAwsSecret(around: string): boolean {
  const texts = around.match(/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g) ?? [];
  return texts.some((text) => /[A-Z]/.test(text) && /[a-z]/.test(text) && !isPlaceholder(text));
}

/**
 * True if a Google API key is used for Gemini, which bills the owner of the key. In a Firebase
 * configuration, or for maps, the key is public by design.
 */
function isUsedForGemini(around: string): boolean {
  if (/authDomain|messagingSenderId/.test(around)) return false;
  return /gemini|generativelanguage|GoogleGenAI|GoogleGenerativeAI/i.test(around);
}

/** True for the key of Supabase that may do anything; the one for browsers has the role `anon`. */
function isServiceRole(jwt: string): boolean {
  const payload = Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();
  return /"role"\s*:\s*"service_role"/.test(payload);
}

/** True if an address is neither on the same computer or network, nor the example of a document. */
function isAddressOfOthers(address: string): boolean {
  const [, password = '', host = ''] = /:([^:@]*)@(.*)$/.exec(address) ?? [];
  if (
    /^(?:pass(?:word|wd)?|pwd|secret|postgres|mysql|root|admin|guest|test|changeme)$/i.test(
      password,
    )
  )
    return false;
  return !/^(?:127|10|192\.168|0\.0)\.|(?:\.local|\.internal|\.test|\.example|example\.(?:com|org|net))$/i.test(
    host,
  );
}

/**
 * Every kind with `begins` has at least this many word bytes in a row. Most words are shorter, so
 * that a search looks at one byte in twenty.
 */
const minRunBytes = 20;
/** 1 for the bytes of letters, digits, `_` and `-`. */
const isWordByte = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
  isWordByte[character.charCodeAt(0)] = 1;

/**
 * Yields the positions at which a key may begin: the start of each run of at least minRunBytes word
 * bytes, and of the word before it if there is a `.` or `:` between them, as in `SG.…`.
 *
 * Looks first at the last byte of each possible run: if it is not a word byte, the bytes before it
 * are skipped. One pattern for all kinds would take ten times as long.
 */
function* listKeyStarts(bytes: Buffer): Generator<number> {
  let runStart = 0;
  while (runStart + minRunBytes <= bytes.length) {
    let at = runStart + minRunBytes - 1;
    while (at >= runStart && isWordByte[bytes[at] ?? 0] === 1) at -= 1;
    if (at >= runStart) {
      // The run is too short. The next run begins after this byte.
      runStart = at + 1;
      continue;
    }
    const before = bytes[runStart - 1];
    if (before === 0x2e || before === 0x3a)
      yield skipEscape(bytes, findWordStart(bytes, runStart - 1));
    yield skipEscape(bytes, runStart);
    runStart += minRunBytes;
    while (isWordByte[bytes[runStart] ?? 0] === 1) runStart += 1;
    runStart += 1;
  }
}

function findWordStart(bytes: Buffer, end: number): number {
  let start = end;
  while (end - start < minRunBytes && isWordByte[bytes[start - 1] ?? 0] === 1) start -= 1;
  return start;
}

/** Skips the word bytes of `\n`, `\u0022`, `\x22` or `%22` that are in front of a key. */
function skipEscape(bytes: Buffer, runStart: number): number {
  const before = bytes[runStart - 1];
  if (before === 0x25) return runStart + 2;
  if (before !== 0x5c) return runStart;
  const letter = String.fromCharCode(bytes[runStart] ?? 0);
  if (letter === 'u') return runStart + 5;
  if (letter === 'x') return runStart + 3;
  return 'nrt'.includes(letter) ? runStart + 1 : runStart;
}
