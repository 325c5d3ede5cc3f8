const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** JSON as the server writes it: dates are dates again, and nobody's prototype is touched. */
export function parseAnswer(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (key === "__proto__") return undefined;
    if (typeof value !== "string" || !isoDate.test(value)) return value;
    const date = new Date(value);
    // The 30th of February is a text.
    return date.toJSON() === value ? date : value;
  });
}
