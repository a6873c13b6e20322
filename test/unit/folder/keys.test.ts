import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FoundKey, findKeys } from '../../../src/folder/keys.ts';

/** Characters without a pattern. Whole keys would trip the push protection of GitHub. */
function random(length: number, alphabet = 'Ab3dE9fGh2JkLm7NpQrS5tUvW'): string {
  return Array.from({ length }, (_, index) => alphabet[(index * 7 + 3) % alphabet.length]).join('');
}
const hex = '0a1b2c3d4e5f6789';
const capitals = 'ABC3DEF7GHJK2LMN5';

const findIn = (text: string): readonly FoundKey[] => findKeys(Buffer.from(text));

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
  ['a SendGrid API key', 'SG', '.', random(22), '.', random(43)],
  ['a Twilio API key', 'SK', random(32, hex)],
];
/** Keys without a known prefix, or that are found only with certain text around them. */
const others: readonly (readonly [what: string, text: string])[] = [
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

describe('no key is', () => {
  const none: Readonly<Record<string, string>> = {
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
