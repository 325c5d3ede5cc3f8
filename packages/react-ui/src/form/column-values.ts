import type { PublicOptions } from "@keyhold/public-options/client";
import type { FieldDeclaration } from "./form-state.js";

/**
 * The values of an app's own fields, as the server takes them: a checkbox is a boolean, and a column of numbers gets a
 * number. `empty`: in place of an empty text.
 */
export function columnValues(
  values: Readonly<Record<string, string | undefined>>,
  fields: readonly FieldDeclaration[],
  columns: PublicOptions["userFields"],
  empty: undefined | null,
): Readonly<Record<string, unknown>> {
  const entries = fields.map(({ name, kind }) => {
    const given = values[name];
    const column = columns.find((one) => one.name === name)?.kind;
    if (column === "boolean" || kind === "checkbox") return [name, given === "on" || given === "true"] as const;
    if (!given?.trim()) return [name, empty] as const;
    // Any other text goes to the server, which answers at the field.
    const isNumber = column === "integer" && Number.isSafeInteger(Number(given));
    return [name, isNumber ? Number(given) : given] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
