import type { Mode } from "@keyhold/billing-schema";
import fc from "fast-check";
import type { Field, Fields, MapValues, ObjectDeclaration } from "../src/schema/field.js";
import { clientName, isObject, literalsOf, objectOf } from "./declared.js";

/** Values of a declaration, made from the declared facts: possible data of a provider, and of an app. */
export interface Reading {
  readonly form: "wire" | "client";
  /** Strict: only declared data. Tolerant: also data of newer versions of the provider's API. */
  readonly mode: Mode;
}

/** Where a key is not there. */
const nothing = Symbol("nothing");

/** A value for every member; the object around the values selects the member. */
class ByMember {
  readonly members: Readonly<Record<string, unknown>>;
  readonly newer: unknown;

  constructor(members: Readonly<Record<string, unknown>>, newer: unknown) {
    this.members = members;
    this.newer = newer;
  }
}

export function valuesOf(field: Field, reading: Reading, level = 0): fc.Arbitrary<unknown> {
  const { is } = field;
  const isNewer = reading.mode === "tolerant";
  switch (is.kind) {
    case "text":
      return texts;
    case "integer":
      return fc.oneof(fc.integer(), fc.maxSafeInteger());
    case "number":
      return numbers;
    case "flag":
      return fc.boolean();
    case "scalar":
      return fc.oneof(texts, fc.maxSafeInteger(), fc.boolean());
    case "date":
      return reading.form === "wire" ? dateTexts : dates;
    case "choice":
      return isNewer ? fc.oneof(fc.constantFrom(...is.values), newerValues) : fc.constantFrom(...is.values);
    case "literal":
      if (isNewer && is.isOpen) return fc.oneof(fc.constantFrom(...is.values), newerValues);
      return fc.constantFrom(...is.values);
    case "absent":
    case "stray":
      return fc.constant(nothing);
    case "list":
      return fc.array(valuesOf(is.of, reading, level + 1), { maxLength: level > 6 ? 1 : 2 });
    case "map":
      return mapsOf(is.values, reading.mode);
    case "nullable":
      return orElse(null, valuesOf(is.of, reading, level));
    case "optional":
      return orElse(nothing, valuesOf(is.of, reading, level));
    case "laterNullable":
      return isNewer ? orElse(null, valuesOf(is.of, reading, level)) : valuesOf(is.of, reading, level);
    case "laterAbsent":
      return isNewer ? orElse(nothing, valuesOf(is.of, reading, level)) : valuesOf(is.of, reading, level);
    case "default":
      return reading.form === "wire"
        ? orElse(nothing, valuesOf(is.of, reading, level))
        : valuesOf(is.of, reading, level);
    case "tree":
      // A group may hold groups; the recursion has to end.
      return level > 7
        ? fc.constant(leafClause)
        : fc.oneof(valuesOf(is.of(), reading, level + 3), fc.constant(leafClause));
    case "object":
      return objectsOf(is, reading, level);
    case "variants": {
      const known = is.members.map((member) => valuesOf(member, reading, level));
      if (!isNewer || is.common === null) return fc.oneof(...known);
      const taken = literalsOf(field, is.on);
      const on: Field = { is: { kind: "literal", values: newerMembers.filter((value) => !taken.has(value)) } };
      const newer = objectsOf({ kind: "object", name: is.name, fields: { ...is.common, [is.on]: on } }, reading, level);
      return fc.oneof(...known, newer);
    }
    case "dependent":
      return fc
        .tuple(
          fc.record(
            Object.fromEntries(
              Object.entries(is.members).map(([name, member]) => [name, valuesOf(member, reading, level)]),
            ),
          ),
          isNewer ? fc.array(newerEntries, { maxLength: 2 }).map(objectOf) : fc.constant({}),
        )
        .map(([members, newer]) => new ByMember(members, newer));
  }
}

function orElse(other: unknown, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 1, arbitrary: fc.constant(other) }, { weight: 3, arbitrary: values });
}

function objectsOf({ fields }: ObjectDeclaration, reading: Reading, level: number): fc.Arbitrary<object> {
  const nameOf = reading.form === "wire" ? (name: string) => name : clientName;
  const own = Object.entries(fields).map(([name, field]) =>
    valuesOf(field, reading, level + 1).map((value): readonly [string, unknown] => [name, value]),
  );
  const newer = reading.mode === "tolerant" && reading.form === "wire" ? newerEntriesOf(fields) : fc.constant([]);
  return fc.tuple(fc.tuple(...own), newer).map(([entries, unknown]) => {
    const there = entries.filter(([, value]) => value !== nothing);
    const chosen = there.map(([name, value]): readonly [string, unknown] => [
      nameOf(name),
      chosenOf(value, fields[name], Object.fromEntries(there), nameOf),
    ]);
    // Unknown entries may also come first.
    return objectOf(unknown.length > 1 ? [...unknown, ...chosen] : [...chosen, ...unknown]);
  });
}

function chosenOf(
  value: unknown,
  field: Field | undefined,
  around: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string,
): unknown {
  if (!(value instanceof ByMember)) return value;
  let is = field?.is;
  while (is && is.kind !== "dependent" && "of" in is && typeof is.of === "object") is = is.of.is;
  if (is?.kind !== "dependent") throw new Error("Only a dependent place has a value for every member.");
  const [first, ...below] = is.on;
  const type = below.reduce<unknown>(
    (inner, name) => (isObject(inner) ? Reflect.get(inner, nameOf(name)) : undefined),
    around[first],
  );
  return typeof type === "string" && Object.hasOwn(value.members, type) ? value.members[type] : value.newer;
}

const newerMembers = ["some_newer_member", "x2", "newer.Member", "constructor", "__proto__"];
const leafClause = { property: "path", operator: "eq", value: "/checkout" };

const texts: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 4 }),
  fc.constantFrom("", "2025-06-01T10:00:00Z", "__proto__", "null", "\u0000", "ß_é"),
);
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
const newerValues = fc.constantFrom("newer_value", "x", "", "__proto__", "constructor", "2025-06-01T10:00:00Z");

export const dates: fc.Arbitrary<Date> = fc.date({
  min: new Date("0001-01-01T00:00:00.000Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

/** By their length. Made once: an arbitrary of texts is expensive to make. */
const fractions = Array.from({ length: 7 }, (_, length) => fc.stringMatching(new RegExp(`^\\d{${length}}$`)));

/** With any precision, in any offset: each has an instant. */
export const dateTexts: fc.Arbitrary<string> = fc
  .record({
    minute: fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2120, 0) }).map((at) => new Date(at).toISOString()),
    second: fc.integer({ min: 0, max: 59 }),
    fraction: fc.integer({ min: 0, max: 6 }).chain((length) => fractions[length] ?? fc.constant("")),
    offset: fc.oneof(fc.constant("Z"), fc.constantFrom("+00:00", "-00:00", "+02:00", "-09:30", "+05:45", "+14:00")),
  })
  .map(({ minute, second, fraction, offset }) => {
    const seconds = String(second).padStart(2, "0");
    return `${minute.slice(0, 16)}:${seconds}${fraction && `.${fraction}`}${offset}`;
  });

const keys = fc.oneof(
  fc.constantFrom(
    "order_id",
    "orderId",
    "__proto__",
    "constructor",
    "toString",
    "created_at",
    "1",
    "",
    "a b",
    "A_b",
    "_x",
  ),
  fc.string({ maxLength: 6 }),
);

function mapsOf(values: MapValues, mode: Mode): fc.Arbitrary<object> {
  const integers = mode === "tolerant" ? numbers : fc.maxSafeInteger();
  const allowed: Readonly<Record<MapValues, fc.Arbitrary<unknown>>> = {
    metadata: fc.oneof(texts, integers, numbers, fc.boolean()),
    customerMetadata: fc.oneof(texts, integers, fc.boolean()),
    processorMetadata: texts,
    customFieldData: fc.oneof(texts, dateTexts, integers, fc.boolean(), fc.constant(null)),
    flags: fc.boolean(),
  };
  return fc.uniqueArray(fc.tuple(keys, allowed[values]), { maxLength: 3, selector: ([key]) => key }).map(objectOf);
}

/** Names that could break a rule for names, and names with a meaning for the codecs. */
const newerNames = fc.oneof(
  fc.constantFrom(
    "trial_end",
    "trialEnd",
    "trial__end",
    "TrialEnd",
    "trial_End",
    "_trial_end",
    "trial_end_",
    "__proto__",
    "__Proto__",
    "_Proto__",
    "constructor",
    "hasOwnProperty",
    "then",
    "toJSON",
    "0",
    "line_2",
    "line2",
    "line_2_b",
    "",
    "_",
    "__",
    "é_ü",
    "a-b",
  ),
  fc.constantFrom(
    "metadata",
    "benefit_metadata",
    "amounts",
    "prices",
    "unit_label",
    "archived",
    "paused_at",
    "timestamp",
  ),
  fc.stringMatching(/^[a-zA-Z_0-9]{1,5}$/),
);

/** JSON of any shape. */
const { json } = fc.letrec<{ json: unknown; list: unknown[]; object: object }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), numbers, texts, dateTexts),
    tie("list"),
    tie("object"),
  ),
  list: fc.array(tie("json"), { maxLength: 3 }),
  object: fc.uniqueArray(fc.tuple(newerNames, tie("json")), { maxLength: 4, selector: ([name]) => name }).map(objectOf),
}));

const newerEntries: fc.Arbitrary<readonly [string, unknown]> = fc.tuple(newerNames, json);

/** Undeclared fields, among them near misses of declared fields. */
function newerEntriesOf(fields: Fields): fc.Arbitrary<(readonly [string, unknown])[]> {
  const known = new Set(Object.keys(fields));
  const near = [...known].flatMap((name) => [clientName(name), `_${name}`, `_${clientName(name)}`, name.toUpperCase()]);
  const names = near.length > 0 ? fc.oneof(newerNames, fc.constantFrom(...near)) : newerNames;
  const some = fc.uniqueArray(fc.tuple(names, json), { maxLength: 3, selector: ([name]) => name });
  return fc
    .oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: some })
    .map((entries) => entries.filter(([name]) => !known.has(name)));
}
