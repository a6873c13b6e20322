import fc from 'fast-check';
import { anyCharacter } from '../../support/any-character.ts';

/** Commands of the runner, Markdown, HTML, shells. */
const words =
  ':: : # ## [ ] ##[ ::error:: ##[error] ##[stop-commands]x ::stop-commands::x name=a ` ``` ~~~ | \\ \\| < > & &lt; " \' ' +
  '@team a@b.example <!-- --> <script>alert(1)</script> </code> </details> [x](javascript:y) ![x](http://a.example/b) ' +
  'https://a.example/ www.a.example ** __ $x$ #12 %0A %25 $(id) word undef . / ../ ⚠️ 🌊';

const pieces = [
  ...words.split(' '),
  ...['\n', '\r', '\r\n', '\t', ' ', '- ', '1. ', '> ', '\u001b[31m', '\ud800', '\udc00'],
  ...['::set-output name=a::', '<img src=x onerror=y>', '$'.concat('{{ x }}')],
  // Invisible characters.
  ...'\u0000\u0085\u00a0\u00ad\u0488\u0301\u200b\u200d\u2028\u2029\u202e\ufe0f\ufeff\ufffe\u{e0041}',
];

const piece = fc.constantFrom(...pieces);
const binary = fc.string({ unit: anyCharacter, maxLength: 5 });
const join = (parts: readonly string[]): string => parts.join('');

/** Text that tries the runner, Markdown, HTML, shells and terminals. */
export const hostileText = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map(join),
  fc.array(fc.oneof(piece, binary), { maxLength: 12 }).map(join),
  fc.string({ unit: anyCharacter }),
);
