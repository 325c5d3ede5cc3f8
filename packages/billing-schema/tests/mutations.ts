import type { Field } from "../src/schema/field.js";
import { dependentMember, isObject, memberOf } from "./declared.js";

/** Every possible error at one place, for every place. */

export type Path = readonly (string | number)[];

/** A place of a payload. A discriminator also decides about other places. */
export interface Place {
  readonly path: Path;
  readonly field: Field;
  /** Below these paths, places may be wrong as well when this place is changed. */
  readonly decides: readonly Path[];
  /** The name of the object with this field; absent for an item of a list and a key of a map. */
  readonly owner?: string;
}

export interface Mutation {
  readonly what: string;
  readonly path: Path;
  readonly decides: readonly Path[];
  readonly payload: unknown;
}

/** A mutation. The payload is made only if a test reads the payload. */
export interface PossibleMutation extends Omit<Mutation, "payload"> {
  readonly make: () => unknown;
}

const removed = Symbol("removed");

/** Each in place of each value. */
export const replacements: Readonly<Record<string, unknown>> = {
  "no key": removed,
  null: null,
  true: true,
  false: false,
  zero: 0,
  "minus one": -1,
  "a fraction": 1.5,
  "beyond the safe integers": 2 ** 53,
  "not a number": Number.NaN,
  infinity: Number.POSITIVE_INFINITY,
  "an empty text": "",
  "a text": "Some Text",
  "a newer value": "newer_value",
  "a number as text": "100",
  "a date": "2031-02-03T04:05:06.000007Z",
  "a date without an offset": "2031-02-03T04:05:06",
  "a day": "2031-02-03",
  "a day that is not": "2031-02-30T00:00:00Z",
  "seconds since 1970": 1_927_000_000,
  "an empty list": [],
  "a list with null": [null],
  "a list with an object": [{}],
  "a list in a list": [[]],
  "an empty object": {},
  "an object": { key: "value", flag: true, nested: { key: null } },
};

/** Every mutation of a valid payload, but for places whose field was changed before. */
export function* mutationsOf(field: Field, payload: unknown, before: Set<string>): Generator<Mutation> {
  for (const { make, ...mutation } of possibleMutationsOf(field, payload, before))
    yield { ...mutation, payload: make() };
}

export function* possibleMutationsOf(field: Field, payload: unknown, before: Set<string>): Generator<PossibleMutation> {
  for (const { path, decides, field: changed } of placesOf(field, payload)) {
    const key = `${entityIn(field)} ${path.join(".")} ${identityOf(changed)}`;
    if (before.has(key)) continue;
    before.add(key);
    for (const [what, value] of Object.entries(replacements)) {
      yield { what, path, decides, make: () => replaced(payload, path, value) };
    }
  }
}

const identities = new Map<unknown, number>();

function identityOf({ is }: Field): number {
  identities.set(is, identities.get(is) ?? identities.size);
  return identities.get(is) ?? 0;
}

function entityIn({ is }: Field): string {
  const data = is.kind === "object" ? is.fields.data?.is : undefined;
  return data && "name" in data ? data.name : "";
}

/** Declared places, present or absent, and places inside maps. */
export function* placesOf(field: Field, value: unknown, path: Path = [], around: unknown = {}): Generator<Place> {
  const { is } = field;
  switch (is.kind) {
    case "nullable":
    case "optional":
    case "default":
    case "laterNullable":
    case "laterAbsent":
      return yield* placesOf(is.of, value, path, around);
    case "tree":
      return yield* placesOf(is.of(), value, path, around);
    case "list":
      if (!Array.isArray(value)) return;
      for (const [index, item] of value.entries()) {
        yield { path: [...path, index], field: is.of, decides: [] };
        yield* placesOf(is.of, item, [...path, index], around);
      }
      return;
    case "map":
      if (isObject(value)) yield* Object.keys(value).map((key) => ({ path: [...path, key], field, decides: [] }));
      return;
    case "object":
      if (!isObject(value)) return;
      for (const [name, inner] of Object.entries(is.fields)) {
        yield { path: [...path, name], field: inner, decides: decidesOf(inner, [...path, name]), owner: is.name };
        yield* placesOf(inner, value[name], [...path, name], value);
      }
      return;
    case "variants":
      return yield* isObject(value) ? placesOf(memberOf(is, value) ?? field, value, path, around) : [];
    case "dependent":
      return yield* placesOf(dependentMember(is, around) ?? { is: { kind: "text" } }, value, path, around);
    default:
  }
}

/** A discriminator decides about the object; the type of a grant's benefit also about the grant's properties. */
function decidesOf({ is }: Field, path: Path): readonly Path[] {
  if (is.kind === "laterAbsent") return decidesOf(is.of, path);
  if (is.kind !== "literal" && is.kind !== "absent" && is.kind !== "stray") return [];
  const owner = path.slice(0, -1);
  return path.at(-2) === "benefit" ? [owner, path.slice(0, -2)] : [owner];
}

export function replaced(target: unknown, [step, ...below]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const at = isObject(target) || Array.isArray(target) ? Reflect.get(target, step) : undefined;
  const inner = replaced(at, below, value);
  if (Array.isArray(target)) return inItem(target, step, inner);
  if (inner !== removed) return { ...Object(target), [step]: inner };
  return Object.fromEntries(Object.entries(target ?? {}).filter(([name]) => name !== step));
}

function inItem(list: readonly unknown[], step: string | number, inner: unknown): readonly unknown[] {
  const here: readonly unknown[] = inner === removed ? [] : [inner];
  return list.flatMap((item, index) => (index === step ? here : [item]));
}
