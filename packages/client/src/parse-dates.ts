const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Parses the server's JSON: dates become `Date`, and no prototype is changed. */
export function parseAnswer(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (key === "__proto__") return undefined;
    if (typeof value !== "string" || !isoDate.test(value)) return value;
    const date = new Date(value);
    // An invalid date such as February 30 stays a text.
    return date.toJSON() === value ? date : value;
  });
}
