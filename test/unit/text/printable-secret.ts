import fc from 'fast-check';

/** Secrets of 8 to 60 printable ASCII characters. */
export const printableSecret = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 60,
});
