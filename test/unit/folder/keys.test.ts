import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { findKeys, keyKinds } from '../../../src/folder/keys.ts';
import { readText } from '../../support/repository.ts';

/** Characters without a pattern. Whole keys would trip the push protection of GitHub. */
function random(length: number, alphabet = 'Ab3dE9fGh2JkLm7NpQrS5tUvW'): string {
  return Array.from({ length }, (_, index) => alphabet[(index * 7 + 3) % alphabet.length]).join('');
}
const toBase64 = (text: string): string => Buffer.from(text).toString('base64url');
/** Returns the pieces of a token that says this. */
function toJwt(payload: object): readonly string[] {
  const [head, body] = [{ alg: 'HS256', typ: 'JWT' }, payload].map((each) =>
    toBase64(JSON.stringify(each)),
  );
  return [`${head}`, '.', `${body}`, '.', random(43)];
}
const hex = '0a1b2c3d4e5f6789';
const capitals = 'ABC3DEF7GHJK2LMN5';

const findIn = (text: string) => findKeys(Buffer.from(text));

/** Keys by what they are, as pieces that are joined. */
const keys: readonly (readonly [what: string, ...pieces: readonly string[]])[] = [
  ['a GitHub token', 'ghp', '_', random(36)],
  ['a GitHub token', 'gho', '_', random(36)],
  ['a GitHub token', 'ghs', '_', random(36)],
  ['a GitHub token', 'ghs', '_', '1234567_', random(36), '.', random(80), '.', random(300)],
  ['a GitHub token', 'github', '_pat_', random(22), '_', random(59)],
  ['a secret key of Stripe', 'sk', '_live_', random(24)],
  ['a secret key of Stripe', 'rk', '_live_', random(99)],
  ['an OpenAI API key', 'sk', '-proj-', random(74), 'T3Blbk', 'FJ', random(74)],
  ['an OpenAI API key', 'sk', '-', random(20), 'T3Blbk', 'FJ', random(20)],
  ['an Anthropic API key', 'sk', '-ant-api03-', random(93), 'AA'],
  [
    'a Slack token',
    'xoxb',
    '-',
    random(12, hex.slice(1, 9)),
    '-',
    random(13, '123456789'),
    '-',
    random(24),
  ],
  ['a Slack token', 'xoxp', '-', '41684372915-1320496754-45609968301-', random(32, hex)],
  ['a Slack token', 'xoxa', '-2-', '41684372915-1320496754-', random(32, hex)],
  ['a Slack token', 'xapp', '-1-', 'A052FGTS2DL-5171572773297-', random(64, hex)],
  ['an npm token', 'npm', '_', random(36)],
  ['a GitLab token', 'gl', 'pat-', random(20)],
  ['a GitLab token', 'gl', 'pat-', random(46), '.', random(9, hex)],
  ['a secret key of Stripe', 'wh', 'sec_', random(32)],
  ['an OpenRouter API key', 'sk-or', '-v1-', random(64, hex)],
  ['an API key of DeepSeek or another AI service', 'sk', '-', random(32, hex)],
  ['a Groq API key', 'gs', 'k_', random(52)],
  ['an xAI API key', 'xa', 'i-', random(80)],
  ['a Hugging Face token', 'h', 'f_', random(34, 'abCDefGHijKLmno')],
  ['a Replicate token', 'r', '8_', random(37)],
  ['a Perplexity API key', 'pp', 'lx-', random(48)],
  ['a Tavily API key', 'tv', 'ly-dev-', random(32)],
  ['an ElevenLabs API key', 's', 'k_', random(48, hex)],
  ['a Pinecone API key', 'pc', 'sk_', random(5), '_', random(63)],
  ['a Google API key for Gemini', 'A', 'Q.Ab', random(49)],
  ['a secret key of Supabase', 'sb', '_secret_', random(22), '_', random(8)],
  ['a secret key of Supabase', 'sb', 'p_', random(40, hex)],
  ['a secret key of Supabase', ...toJwt({ iss: 'supabase', role: 'service_role' })],
  ['the token of a Telegram bot', '987654', '3210:AA', random(33)],
  ['the token of a Discord bot', toBase64('1172340598237408256'), '.', random(6), '.', random(38)],
  ['a Shopify token', 'shp', 'at_', random(32, hex)],
  ['a Vercel token', 'vc', 'p_', random(56)],
  ['a Vercel token', 'vercel', '_blob_rw_', random(16), '_', random(30)],
  ['a Netlify token', 'nf', 'p_', random(36)],
  ['a Cloudflare token', 'cf', 'ut_', random(40), random(8, hex)],
  ['a DigitalOcean token', 'do', 'p_v1_', random(64, hex)],
  ['a Linear API key', 'lin', '_api_', random(40)],
  ['a Notion token', 'nt', 'n_', '27461903582', random(35)],
  ['a Notion token', 'secr', 'et_', random(43)],
  ['an Airtable token', 'pa', 't', random(14), '.', random(64, hex)],
  ['a Figma token', 'fi', 'gd_', random(40)],
  ['a PyPI token', 'py', 'pi-AgEIcHlwaS5vcmc', random(60)],
  ['a Docker token', 'dckr', '_pat_', random(27)],
  ['a Sentry token', 'sntr', 'yu_', random(64, hex)],
  ['an Atlassian token', 'ATA', 'TT3', random(186)],
  ['a Databricks token', 'da', 'pi', random(32, hex)],
  ['a Brevo API key', 'xkey', 'sib-', random(64, hex), '-', random(16)],
  ['a Resend API key', 'r', 'e_', random(8), '_', random(24)],
  ['a secret token of Mapbox', 'sk', '.', toBase64('{"u":"tides","a":"x1"}'), '.', random(22)],
  ['a SendGrid API key', 'SG', '.', random(22), '.', random(43)],
  ['a Twilio API key', 'SK', random(32, hex)],
];
/** Keys without a known prefix, or that are found only with certain text around them. */
const others: readonly (readonly [what: string, text: string])[] = [
  ['a Discord webhook', `https://discord${'.com/'}api/webhooks/1172340598237408256/${random(68)}`],
  [
    'the address of a database with its password',
    'postgresql://tides:k7Qz9wLm@db.tides-host.net:5432/tides',
  ],
  [
    'the address of a database with its password',
    'mongodb+srv://tides:k7Qz9wLm@cluster0.ab1cd.mongodb.net/app',
  ],
  [
    'the key of an Azure storage account',
    `DefaultEndpointsProtocol=https;AccountName=tides;Account${'Key='}${random(86)}==`,
  ],
  ['a Slack webhook', `https://hooks.slack${'.com/'}services/T024FGHJK/B024FGHJK/${random(24)}`],
  [
    'an access key of AWS next to its secret',
    `${'AK'}IA${random(16, capitals)}", secretAccessKey: "${random(20)}/${random(19)}"`,
  ],
  [
    'a Google API key for Gemini',
    `${'AI'}za${random(35)}").getGenerativeModel({model:"gemini-2"})`,
  ],
  ['a private key', `-----BEGIN ${'PRIVATE'} KEY-----\n${random(64)}`],
  ['a private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----\\n${random(64)}`],
  ['a private key', '-----BEGIN PGP PRIVATE KEY BLOCK-----\r\nVersion: GnuPG v2\r\n'],
  ['a private key', `-----BEGIN EC ${'PRIVATE'} KEY-----\\n" +\n  "${random(64)}"`],
  [
    'the key of a Google service account',
    `{"type":"service_account","private_key":"-----BEGIN ${'PRIVATE'} KEY-----\\n${random(64)}`,
  ],
];

describe('a key in a text', () => {
  for (const [what, ...pieces] of keys) {
    const key = pieces.join('');
    test(`${what} (${key.slice(0, 10)}…) is found, and shown by its first four characters`, () => {
      for (const before of [
        '',
        ' ',
        '"',
        'a=',
        'a:',
        '\n',
        '\\n',
        '%22',
        '\\u0022',
        '\\x22',
        '(',
      ]) {
        const offset = Buffer.byteLength(`é${before}`);
        const found = findIn(`é${before}${key}"; next`);
        assert.deepEqual(found, [{ offset, what, start: key.slice(0, 4) }], before);
      }
    });
  }

  for (const [what, text] of others) {
    test(`${what} is found: ${JSON.stringify(text.slice(0, 30))}`, () => {
      const [found, ...more] = findIn(`let a = "${text}"`);
      assert.equal(found?.what, what);
      assert.deepEqual(more, []);
      assert.ok(found.start === '' || text.includes(found.start));
    });
  }

  test('each key is listed once, and at most twenty per file', () => {
    const stripe = 'sk_live_';
    assert.equal(findIn(`${stripe}${random(24)} ${stripe}${random(24)}`).length, 1);
    const many = Array.from({ length: 30 }, (_, index) => `${stripe}${random(24)}${index}`);
    assert.equal(findIn(many.join('\n')).length, 20);
  });
});

test('each kind has an example, and a page that describes it', () => {
  const examples = new Set([...keys, ...others].map(([what]) => what));
  for (const { what, source } of keyKinds) {
    assert.ok(examples.has(what), what);
    assert.match(source, /^https:\/\//);
  }
});

/** The rules of two scanners, by the kind of key that covers them, or the reason why none does. */
const rules: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = JSON.parse(
  readText('test/unit/folder/key-rules.json'),
);

/** Returns the ids of rules in the configuration of gitleaks that key-rules.json does not have. */
function listNew(config: string): readonly string[] {
  const known = new Set(Object.values(rules['gitleaks'] ?? {}).flat());
  const ids = Array.from(config.matchAll(/^id = "(.+)"$/gm), ([, id = '']) => id);
  return ids.filter((id) => !known.has(id));
}

test('each rule of gitleaks and secretlint is covered by a kind, or has a reason', () => {
  const kinds = new Set(keyKinds.map(({ what }) => what));
  const reasons = new Set<string>();
  for (const [scanner, groups] of Object.entries(rules)) {
    const ids = Object.values(groups).flat();
    assert.equal(new Set(ids).size, ids.length, `${scanner} has each rule once`);
    for (const name of Object.keys(groups)) if (!kinds.has(name)) reasons.add(name);
  }
  assert.deepEqual([...reasons].sort(), [
    'not a rule for a key',
    'of a server or a build, not of a web app',
    'public by design, or of a test account',
    'without a form of its own: only the words around it say what it is',
  ]);
  assert.deepEqual(listNew('[[rules]]\nid = "groq-key"\n[[rules]]\nid = "npm-access-token"\n'), [
    'groq-key',
  ]);
  // GITLEAKS=gitleaks.toml npm run test:unit -- test/unit/folder/keys.test.ts
  const config = process.env['GITLEAKS'];
  if (config !== undefined) assert.deepEqual(listNew(readFileSync(config, 'utf8')), [], 'new');
});

describe('no key is', () => {
  const none: Readonly<Record<string, string>> = {
    'the anon key of Supabase': toJwt({ iss: 'supabase', role: 'anon' }).join(''),
    'a publishable key of Supabase': `sb_publishable_${random(22)}_${random(8)}`,
    'a public token of Mapbox': `pk.${toBase64('{"u":"tides","a":"x1"}')}.${random(22)}`,
    'a project key of PostHog': `phc_${random(43)}`,
    'a database on the same computer':
      'postgres://tides:k7Qz9wLm@localhost:5432/app mysql://tides:k7Qz9wLm@127.0.0.1/app',
    'an address of a document':
      'postgres://user:password@host.com/db mongodb://<user>:<password>@cluster0.x.mongodb.net/ redis://user:$PASSWORD@a.b.net mysql://u:pass@db.example.com/x',
    'the address of a service with a name and a port':
      'https://maps.test:8080/a@b.c ws://a.b.c:80/x@y.z',
    'the key of the storage emulator':
      'AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
    'a hyphenated name':
      'glft-navigation-and-other-very-long-names vcp_someverylongnameofavariable tvly-a-class-with-a-name-that-is-long secret_nameOfAVariableWithoutAnyDigitInItsWholeName',
    'a time and a word': '12:34:56789012:AA-battery-holder-with-a-very-long-name-and-more',
    'a version with a hash':
      'MTk.abcdef.0123456789abcdef01234567 app.1234567890abcdef1234567890ab.js',
    'a publishable key of Stripe': `pk_${'live'}_${random(24)}`,
    'a test key of Stripe': `sk_${'test'}_${random(24)}`,
    'a Google API key by itself': `${'AI'}za${random(35)}`,
    'a Firebase configuration': `{apiKey:"${'AI'}za${random(35)}",authDomain:"a.firebaseapp.com"}; model:"gemini"`,
    'an access key id of AWS by itself': `${'AK'}IA${random(16, capitals)} ${random(40, hex)}`,
    'the example of AWS': 'AKIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'a placeholder': `ghp_${'x'.repeat(36)} sk-ant-api03-${'X'.repeat(90)}`,
    'the webhook of a document': `https://hooks.slack${'.com/'}services/T00000000/B00000000/${'X'.repeat(24)}`,
    'a prefix within a word': `desk-proj-${random(60)} a_ghp_${random(36)} backsk_${'live'}_${random(24)}`,
    'a shorter text': `ghp_${random(35)}; npm_${random(35)}; sk-ant-${random(20)}; SK${random(31, hex)}`,
    'a longer text of a fixed length': `npm_${random(37)}; SK${random(33, hex)}`,
    'a style': '.sk-chase-dot-before-and-after-animation-delay{} .sk-fading-circle',
    'a name with the beginning of a key':
      'npm_config_registry_and_other_settings_of_npm; xoxb-your-bot-token-goes-here',
    'a program that reads private keys':
      'if (!pem.startsWith("-----BEGIN PRIVATE KEY-----\\n" + contentsOfTheKeyFile)) x("-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----")',
    'a public key': `-----BEGIN PUBLIC KEY-----\n${random(64)}`,
    nothing: '',
  };
  for (const [name, text] of Object.entries(none))
    test(`no key is ${name}`, () => assert.deepEqual(findIn(text), []));
});
