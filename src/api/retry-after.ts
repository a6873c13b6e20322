/**
 * Milliseconds that a Retry-After header asks to wait, or null for none or one that is not understood.
 * Strict on purpose (RFC 9110, 10.2.3): whole seconds of at most nine digits, or a GMT date in the preferred form.
 * `Date` alone would read `12, 13` as a day of the year 2001. `now` is in milliseconds since 1970.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  if (!gmtDate.test(header)) return null;
  const time = Date.parse(header);
  return Number.isNaN(time) ? null : Math.max(0, time - now);
}

const gmtDate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;
