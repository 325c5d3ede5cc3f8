import type { FieldDeclaration } from "./form-state.js";

/** The texts of a form by field name, as `FormData` has them. */
type Texts = Readonly<Partial<Record<string, string>>>;

/** The texts of fields, as a call takes them: null in place of an empty text. */
export const textsOf = (fields: readonly FieldDeclaration[], values: Texts): Readonly<Record<string, string | null>> =>
  Object.fromEntries(fields.map(({ name }) => [name, values[name] || null]));

/** The texts that a form shows at first: a later `defaultValue` does not reach an input. */
export const firstTexts = (fields: readonly FieldDeclaration[]): Texts =>
  Object.fromEntries(fields.map((field) => [field.name, firstText(field)]));

function firstText({ kind, options = [], input = {} }: FieldDeclaration): string | undefined {
  if (kind === "checkbox") return input.defaultChecked ? "on" : undefined;
  const given = String(input.value ?? input.defaultValue ?? "");
  // An input shows no value that it does not take: a select shows its first option, and another input none.
  if (options.length > 0 && !options.some(({ value }) => value === given))
    return kind === "select" ? options[0]?.value : "";
  return input.type === "date" && !/^\d{4,}-\d\d-\d\d$/.test(given) ? "" : given;
}

/**
 * The fields whose texts differ from the shown texts. Only these are sent: an unchanged value would undo a change that
 * another browser has made meanwhile, and the server may not take a value of an earlier system.
 */
export const changedFields = <Name extends string>(
  fields: readonly FieldDeclaration<Name>[],
  values: Texts,
  shown: Texts = firstTexts(fields),
): readonly FieldDeclaration<Name>[] => fields.filter(({ name }) => (values[name] ?? "") !== (shown[name] ?? ""));
