/** Whether the value is an object with keys: neither null, nor an array, nor a primitive. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The record's own value of a key, never an inherited one: `constructor` is a key like any other. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined;
}
