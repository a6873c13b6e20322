import type { Browser } from './browser.ts';

/** How two pictures of the same page differ. */
export interface PictureDifference {
  /** The part of the pixels that differ, in per cent. */
  readonly percent: number;
  /** A picture of the first one, faint, with red where the second one differs, as base64. */
  readonly png: string;
}

/** Pixels whose channels differ by less look the same. */
const minDelta = 12;

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

/** Returns the size of a picture in pixels; null if a browser cannot show it. */
export function measurePicture(
  browser: Browser,
  bytes: Uint8Array,
  type: string,
): Promise<{ readonly width: number; readonly height: number } | null> {
  const address = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  return browser.evaluate(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(address)};
    try { await image.decode(); } catch { return null; }
    return { width: image.naturalWidth, height: image.naturalHeight };
  })()`);
}

/**
 * Compares pictures of two versions of a page. A pixel differs if it does in each picture of the one
 * version from each of the other. What only one version has, since it is larger, differs.
 */
export function comparePictures(
  browser: Browser,
  before: readonly Buffer[],
  after: readonly Buffer[],
): Promise<PictureDifference> {
  const [olds, currents] = [before, after].map((pngs) => {
    return JSON.stringify(pngs.map((png) => png.toString('base64')));
  });
  return browser.evaluate<PictureDifference>(`(async () => {
    const read = ${readPixels};
    const olds = await Promise.all(${olds}.map(read)), currents = await Promise.all(${currents}.map(read));
    const all = [...olds, ...currents], [first] = olds;
    const width = Math.max(...all.map((picture) => picture.width));
    const height = Math.max(...all.map((picture) => picture.height));
    const isInside = (picture, x, y) => x < picture.width && y < picture.height;
    const isEqual = (one, other, x, y) => {
      if (!isInside(one, x, y) || !isInside(other, x, y)) return false;
      const i = 4 * (y * one.width + x), j = 4 * (y * other.width + x);
      for (let channel = 0; channel < 3; channel += 1) {
        if (Math.abs(one.data[i + channel] - other.data[j + channel]) >= ${minDelta}) return false;
      }
      return true;
    };
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    const result = context.createImageData(width, height);
    let count = 0;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const k = 4 * (y * width + x);
        if (!olds.some((old) => currents.some((current) => isEqual(old, current, x, y)))) {
          count += 1;
          result.data.set([220, 30, 30, 255], k);
          continue;
        }
        const i = 4 * (y * first.width + x);
        const light = isInside(first, x, y) ? (first.data[i] + first.data[i + 1] + first.data[i + 2]) / 3 : 255;
        const gray = 255 - (255 - light) * 0.2;
        result.data.set([gray, gray, gray, 255], k);
      }
    }
    context.putImageData(result, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
    return { percent: (100 * count) / (width * height), png: btoa(text) };
  })()`);
}
