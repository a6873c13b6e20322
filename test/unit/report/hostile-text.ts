import fc from 'fast-check';

/** Commands of the runner, Markdown, HTML, shells. */
const words =
  ':: : # ## [ ] ##[ ::error:: ##[error] ##[stop-commands]x ::stop-commands::x name=a ` ``` ~~~ | \\ \\| < > & &lt; " \' ' +
  '@team a@b.example <!-- --> <script>alert(1)</script> </code> </details> [x](javascript:y) ![x](http://a.example/b) ' +
  'https://a.example/ www.a.example ** __ $x$ #12 %0A %25 $(id) word undef . / ../ ⚠️ 🌊';

const pieces = [
  ...words.split(' '),
  ...[
    '\n',
    '\r',
    '\r\n',
    '\t',
    ' ',
    '- ',
    '1. ',
    '> ',
    '::set-output name=a::',
    '<img src=x onerror=y>',
    '${'.concat('{ x }}'),
  ],
  // Nothing to be seen, or half of something.
  ...'\u0000\u0085\u00a0\u00ad\u0488\u0301\u200b\u200d\u2028\u2029\u202e\ufe0f\ufeff\ufffe\u{e0041}',
  ...['\u001b[31m', '\ud800', '\udc00'],
];

/** Text that tries the runner, Markdown, HTML, shells and terminals. */
export const hostileText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 12 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);
