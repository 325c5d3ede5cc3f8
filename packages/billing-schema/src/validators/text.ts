const halfPair = /\p{Surrogate}/u;

/** A string that can be sent: half a surrogate pair is no character, and has no UTF-8 form. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && !halfPair.test(value);
}

/** In Unicode code points, as the provider's server counts. A browser's `maxlength` counts an emoji as two or more. */
export function characterCount(text: string): number {
  let count = 0;
  for (const character of text) count += character === "" ? 0 : 1;
  return count;
}
