const first = Date.parse("0001-01-01T00:00:00.000Z");
const last = Date.parse("9999-12-31T23:59:59.999Z");

/** The moment that a text says, in UTC; null when it says none, or one that some database neither keeps nor compares with. */
export function readDate(text: string): Date | null {
  const time = Date.parse(text);
  return time >= first && time <= last ? new Date(time) : null;
}
