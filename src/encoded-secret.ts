/**
 * How these bytes can stand in base64 and base64url, whatever stands around them: at each of the three offsets, and
 * without the characters that also hold bits of a neighbour. In both alphabets, each form once; no padding.
 */
export function listBase64Forms(bytes: Uint8Array): readonly string[] {
  const forms = [0, 1, 2].map((offset) => encodeInner(bytes, offset));
  return [...new Set([...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))])];
}

function encodeInner(bytes: Uint8Array, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}
