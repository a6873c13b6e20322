import fc from 'fast-check';

/** Cuts bytes into pieces at these indexes, which may be beyond the end. */
export function cutBytes(bytes: Buffer, places: readonly number[] = []): readonly Buffer[] {
  const edges = [0, ...places.map((place) => Math.min(place, bytes.length)), bytes.length].sort(
    (a, b) => a - b,
  );
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
}

/** Generates indexes at which a text is cut, including none and duplicates. */
export const cuts = fc.array(fc.nat(400), { maxLength: 12 });
