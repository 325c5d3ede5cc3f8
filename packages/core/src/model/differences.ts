/** The columns of a change that would have another value than a row has; one that is undefined is not given. */
export function differences(row: object, change: object): readonly string[] {
  const before = new Map<string, unknown>(Object.entries(row));
  return Object.entries(change)
    .filter(([column, value]) => value !== undefined && !isSame(before.get(column), value))
    .map(([column]) => column);
}

/** As JSON, because that is how dates and JSON values are told apart by what they say. */
const isSame = (before: unknown, after: unknown): boolean => JSON.stringify(before) === JSON.stringify(after);
