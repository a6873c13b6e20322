import type { Browser } from './browser.ts';

/** Code that reads a PNG file as pixels. The page that runs it is our own. */
const readPixels = `async (base64) => {
  const blob = await (await fetch('data:image/png;base64,' + base64)).blob();
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}`;

/** Returns true if a picture has one color only. */
export function isPlainPicture(browser: Browser, png: Buffer): Promise<boolean> {
  return browser.evaluate<boolean>(`(async () => {
    const { data } = await (${readPixels})('${png.toString('base64')}');
    const pixels = new Uint32Array(data.buffer);
    return pixels.every((pixel) => pixel === pixels[0]);
  })()`);
}
