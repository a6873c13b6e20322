/** Runs `work` and gives back what it wrote to stdout, which does not get out. */
export async function captureStdout(work: () => unknown): Promise<string> {
  const { write } = process.stdout;
  let text = '';
  process.stdout.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk);
    return true;
  };
  try {
    await work();
  } finally {
    process.stdout.write = write;
  }
  return text;
}
