/** The columns of a change with a value different from the row's; undefined means not given. */
export function differences(row: object, change: object): readonly string[] {
  const before = new Map<string, unknown>(Object.entries(row));
  return Object.entries(change)
    .filter(([column, value]) => value !== undefined && !isSame(before.get(column), value))
    .map(([column]) => column);
}

/** As JSON, so that dates and JSON values are compared by content. */
const isSame = (before: unknown, after: unknown): boolean => JSON.stringify(before) === JSON.stringify(after);
