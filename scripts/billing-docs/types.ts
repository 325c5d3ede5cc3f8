import type { Declaration, Field } from "../../packages/billing-schema/src/schema/field.js";
import { mapRule } from "../../packages/billing-schema/src/schema/map-values.js";
import { membersOf } from "../../packages/billing-schema/src/schema/members.js";
import { camelName } from "../../packages/billing-schema/src/schema/names.js";

/** A link from one of the pages to the description of a declaration; null if it has no place of its own. */
export type LinkTo = (is: Declaration) => string | null;

const plain: { readonly [kind: string]: string } = {
  text: "string",
  integer: "integer",
  number: "number",
  flag: "boolean",
  scalar: "string, integer or boolean",
  date: "`Date`",
  absent: "must not be there",
  stray: "must not be there",
};

/** The type of a place in the client form, with links to its parts. */
export function typeText(field: Field, linkTo: LinkTo): string {
  return linkTo(field.is) ?? ownText(field, linkTo);
}

/** The same for a declaration without a place of its own. */
export function ownText({ is }: Field, linkTo: LinkTo): string {
  switch (is.kind) {
    case "choice":
    case "literal":
      return codes(is.values);
    case "list":
      return `list of ${typeText(is.of, linkTo)}${wrappings(is.of).has("nullable") ? " or null" : ""}`;
    case "map":
      return `map to ${mapRule(is.values, "strict").expected}`;
    case "object":
      return is.name;
    case "variants":
      return (
        alternatives(is.members, linkTo) +
        ([...membersOf(is).keys()].every(isText) ? `, by \`${camelName(is.on)}\`` : "")
      );
    case "dependent":
      return `${alternatives(Object.values(is.members), linkTo)}: \`${is.on.join(".")}\` selects one`;
    case "tree":
      return typeText(is.of(), linkTo);
    case "nullable":
    case "optional":
    case "laterNullable":
    case "laterAbsent":
    case "default":
      return typeText(is.of, linkTo);
    default:
      return plain[is.kind] ?? is.kind;
  }
}

const isText = (value: unknown): boolean => typeof value === "string";

export const codes = (values: readonly unknown[]): string =>
  joined(values.map((value) => `\`${JSON.stringify(value)}\``));

function alternatives(members: readonly Field[], linkTo: LinkTo): string {
  return joined(members.map((member) => typeText(member, linkTo)));
}

const joined = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : (words[0] ?? "");

/** The wrappers around the type of a field. */
export function wrappings(field: Field): ReadonlySet<Declaration["kind"]> {
  const { is } = field;
  const inner = "of" in is && typeof is.of === "object" && is.kind !== "list" ? wrappings(is.of) : new Set<never>();
  return new Set([is.kind, ...inner]);
}
