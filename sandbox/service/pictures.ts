/** The comment `sandbox`, as a program adds one that encodes a picture again. */

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');
/** The chunk that ends a PNG: its length, its name, and its checksum. */
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');
/** A chunk `tEXt` with `Software` and `sandbox`. */
const pngComment = Buffer.concat([
  Buffer.from('00000010', 'hex'),
  Buffer.from('tEXtSoftware\0sandbox'),
  Buffer.from('ce889707', 'hex'),
]);

const jpegStart = Buffer.from('ffd8', 'hex');
/** A segment `COM` of nine bytes, without its marker. */
const jpegComment = Buffer.concat([Buffer.from('fffe0009', 'hex'), Buffer.from('sandbox')]);

/**
 * Returns a PNG or JPEG as a service stores it that encodes pictures again: it looks the same, and
 * has other bytes. Returns any other file, and a picture that has been encoded again, as it is.
 */
export function encodePictureAgain(bytes: Buffer): Buffer {
  const isPng = startsWith(bytes, pngStart) && bytes.subarray(-pngEnd.length).equals(pngEnd);
  if (isPng && !bytes.includes(pngComment)) {
    return Buffer.concat([bytes.subarray(0, -pngEnd.length), pngComment, pngEnd]);
  }
  if (startsWith(bytes, jpegStart) && !bytes.includes(jpegComment)) {
    return Buffer.concat([jpegStart, jpegComment, bytes.subarray(jpegStart.length)]);
  }
  return bytes;
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}
