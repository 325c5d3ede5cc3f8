/** Whether the value has keys to look at: neither null, nor a list, nor a primitive. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What stands under the record's own key, never what it inherits: `constructor` is a name like any other. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined;
}
