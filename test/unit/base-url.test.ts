import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isLoopback, parseBaseUrl } from '../../src/base-url.ts';

describe('parseBaseUrl', () => {
  const good: readonly (readonly [string, string, string])[] = [
    ['https://apps.example.com', 'https://apps.example.com', ''],
    ['HTTPS://Apps.Example.com/', 'https://apps.example.com', ''],
    ['https://apps.example.com:8443', 'https://apps.example.com:8443', ''],
    ['https://apps.example.com:443', 'https://apps.example.com', ''],
    ['https://apps.example.com/v2', 'https://apps.example.com', '/v2'],
    ['https://apps.example.com/v2/', 'https://apps.example.com', '/v2'],
    ['https://apps.example.com/a//b///', 'https://apps.example.com', '/a//b'],
    ['https://apps.example.com/a%20b/%2e%2e', 'https://apps.example.com', ''],
    ['https://apps.example.com/@me', 'https://apps.example.com', '/@me'],
    ['https://apps.example.com/a/b@c', 'https://apps.example.com', '/a/b@c'],
    ['https://bücher.example', 'https://xn--bcher-kva.example', ''],
    ['https://10.0.0.1', 'https://10.0.0.1', ''],
    ['http://localhost:8080', 'http://localhost:8080', ''],
    ['http://LOCALHOST', 'http://localhost', ''],
    ['http://127.0.0.1:3000/api', 'http://127.0.0.1:3000', '/api'],
    ['http://127.255.255.254', 'http://127.255.255.254', ''],
    ['http://[::1]:8080', 'http://[::1]:8080', ''],
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]', ''],
    ['http://127.1', 'http://127.0.0.1', ''],
    ['http://2130706433', 'http://127.0.0.1', ''],
    ['http://0x7f000001', 'http://127.0.0.1', ''],
    ['http://0177.0.0.1', 'http://127.0.0.1', ''],
  ];
  for (const [text, origin, path] of good) {
    test(`takes ${text} as ${origin}${path}`, () => assert.deepEqual(parseBaseUrl(text), { origin, path }));
  }

  const bad: readonly (readonly [string, RegExp])[] = [
    ['http://apps.example.com', /must begin with https:\/\/ \(http:\/\/ only to/],
    ['http://127.0.0.1.evil.com', /must begin with https/],
    ['http://localhost.evil.com', /must begin with https/],
    ['http://localhost.', /must begin with https/],
    ['http://evil.localhost.com', /must begin with https/],
    ['http://notlocalhost', /must begin with https/],
    ['http://128.0.0.1', /must begin with https/],
    ['http://0.0.0.0', /must begin with https/],
    ['http://10.0.0.1', /must begin with https/],
    ['http://169.254.169.254', /must begin with https/],
    ['http://3232235521', /must begin with https/],
    ['http://0xc0a80001', /must begin with https/],
    ['http://[::]', /must begin with https/],
    ['http://[::2]', /must begin with https/],
    ['http://[::ffff:10.0.0.1]', /must begin with https/],
    ['http://[fe80::1]', /must begin with https/],
    ['ftp://apps.example.com', /^must begin with https:\/\/$/],
    ['file:///etc/passwd', /^must begin with https:\/\/$/],
    ['javascript:alert(1)', /^must begin with https:\/\/$/],
    ['localhost:8080', /^must begin with https:\/\/$/],
    ['apps.example.com', /^must be an address such as/],
    ['//apps.example.com', /^must be an address such as/],
    ['https://', /^must be an address such as/],
    ['https://apps.example.com:99999', /^must be an address such as/],
    ['https://apps example.com', /^must be an address such as/],
    ['https://apps.example.com\n', /^must be an address such as/],
    ['https://apps.example.com\\@evil.com', /^must be an address such as/],
    ['https://apps.\u0000example.com', /^must be an address such as/],
    ['https://apps.example.com?', /query or fragment/],
    ['https://apps.example.com/?key=1', /query or fragment/],
    ['https://apps.example.com#', /query or fragment/],
    ['https://user@apps.example.com', /user name or password/],
    ['https://:password@apps.example.com', /user name or password/],
    ['https://127.0.0.1@evil.com', /user name or password/],
    ['http://localhost@evil.com', /user name or password/],
    ['https:user:password@apps.example.com', /user name or password/],
    ['http://@127.0.0.1', /user name or password/],
    ['http://:@127.0.0.1', /user name or password/],
    ['HTTPS://@apps.example.com/v2', /user name or password/],
    ['http:@127.0.0.1', /user name or password/],
    ['http:/@127.0.0.1', /user name or password/],
    ['http:///:@127.0.0.1', /user name or password/],
    ['http:/127.0.0.1:1', /^must be an address such as/],
    ['http:127.0.0.1:1', /^must be an address such as/],
    ['http:///127.0.0.1', /^must be an address such as/],
    ['https:apps.example.com', /^must be an address such as/],
    ['HTTPS:/apps.example.com', /^must be an address such as/],
  ];
  for (const [text, words] of bad) {
    test(`refuses ${JSON.stringify(text)}`, () => {
      const parsed = parseBaseUrl(text);
      assert.ok(typeof parsed === 'string', JSON.stringify(parsed));
      assert.match(parsed, words);
      assert.ok(!parsed.includes('password@'));
    });
  }

  test('whatever is taken is https, or http to this machine, and made of nothing but origin and path', () => {
    const host = fc.oneof(fc.webAuthority({ withIPv4: true, withIPv4Extended: true, withIPv6: true }), fc.string());
    const text = fc
      .tuple(fc.constantFrom('http://', 'https://', 'http:', ''), host, fc.webPath())
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (address) => {
        const parsed = parseBaseUrl(address);
        if (typeof parsed === 'string') return;
        const url = new URL(`${parsed.origin}${parsed.path}`);
        assert.equal(url.origin, parsed.origin);
        assert.ok(url.protocol === 'https:' || isLoopback(url.hostname), address);
        assert.equal(`${url.username}${url.password}${url.search}${url.hash}`, '');
        assert.ok(!parsed.path.endsWith('/'));
      }),
      { numRuns: 500 },
    );
  });
});
