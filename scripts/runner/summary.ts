/** A step's summary is dropped as a whole when its file is larger than this, in bytes. */
const sizeLimit = 1_048_576;

/** What is left of a step's summary file: its text, masked line by line, or null when it was empty or too large. */
export function keepSummary(bytes: Uint8Array, masks: readonly string[] = []): string | null {
  if (bytes.length === 0 || bytes.length > sizeLimit) {
    return null;
  }
  const mask = (line: string) => masks.reduce((text, secret) => text.replaceAll(secret, '***'), line);
  return new TextDecoder().decode(bytes).split('\n').map(mask).join('\n');
}
