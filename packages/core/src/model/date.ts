const first = Date.parse("0001-01-01T00:00:00.000Z");
const last = Date.parse("9999-12-31T23:59:59.999Z");

/** Parses a point in time, in UTC; null if it is invalid, or a date that not every database can store and compare. */
export function readDate(text: string): Date | null {
  const time = Date.parse(text);
  return time >= first && time <= last ? new Date(time) : null;
}
