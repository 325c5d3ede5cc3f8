import {
  type DependentDeclaration,
  type Field,
  type ObjectDeclaration,
  text,
  type VariantsDeclaration,
} from "./field.js";

type Discriminator = string | boolean | undefined;

const found = new WeakMap<VariantsDeclaration, ReadonlyMap<unknown, Field>>();

// The members of a union by the value of the discriminator.
export function membersOf(is: VariantsDeclaration): ReadonlyMap<unknown, Field> {
  const members =
    found.get(is) ??
    new Map(is.members.flatMap((member) => valuesAt(member, is.on).map((value) => [value, member] as const)));
  found.set(is, members);
  return members;
}

// The member that in tolerant mode also takes the values of no other member.
export function openMemberOf({ members, on }: VariantsDeclaration): Field | undefined {
  return members.find(({ is }) => {
    const place = is.kind === "object" ? is.fields[on]?.is : undefined;
    return place?.kind === "literal" && place.isOpen;
  });
}

function valuesAt(field: Field, on: string): readonly Discriminator[] {
  const { is } = field;
  if (is.kind === "variants") return is.members.flatMap((member) => valuesAt(member, on));
  const place = is.kind === "object" ? is.fields[on]?.is : undefined;
  if (place?.kind === "literal") return place.values;
  if (place?.kind === "laterAbsent" && place.of.is.kind === "literal") return [...place.of.is.values, undefined];
  return [undefined];
}

// The fields common to newer members, and the discriminator, listed so that no other field can take the name.
export function newerMember(is: VariantsDeclaration): ObjectDeclaration {
  return { kind: "object", name: is.name, fields: { ...is.common, [is.on]: text } };
}

// The member that the object around a place selects; undefined if unknown.
export function dependentMember(
  is: DependentDeclaration,
  around: object,
  nameOf: (name: string) => string,
): Field | undefined {
  let value: unknown = around;
  for (const name of is.on) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, nameOf(name));
  }
  return typeof value === "string" && Object.hasOwn(is.members, value) ? is.members[value] : undefined;
}
