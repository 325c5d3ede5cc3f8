/**
 * The statement with the values as literals. Texts are hexadecimal digits, so that neither a value nor a setting of the
 * session can change where they end.
 */
export function withLiterals(sql: string, values: readonly unknown[]): string {
  let position = 0;
  // A name or a text in quotes may contain a question mark.
  const written = sql.replace(/`[^`]*`|'[^']*'|\?/g, (part) => (part === "?" ? literal(values[position++]) : part));
  if (position !== values.length)
    throw new Error(`A statement has ${position} parameters and ${values.length} values.`);
  return written;
}

function literal(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "string") return `_utf8mb4 x'${Buffer.from(value, "utf8").toString("hex")}'`;
  throw new TypeError(`A value of type ${typeof value} cannot be written into a statement.`);
}
