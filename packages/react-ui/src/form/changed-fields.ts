import type { FieldDeclaration } from "./form-state.js";

/**
 * The fields whose values differ from the values that the form shows at first. Only these are sent: an unchanged value
 * would undo a change that another browser has made meanwhile, and the server may not take a value of an earlier system.
 */
export function changedFields<Name extends string>(
  fields: readonly FieldDeclaration<Name>[],
  values: Readonly<Partial<Record<Name, string>>>,
): readonly FieldDeclaration<Name>[] {
  return fields.filter(({ name, kind, input = {} }) => {
    const given = values[name];
    if (kind === "checkbox") return (given === "on") !== (input.defaultChecked ?? false);
    return (given ?? "") !== String(input.defaultValue ?? "");
  });
}
