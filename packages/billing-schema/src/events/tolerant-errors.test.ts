import { describe, expect, test } from "vitest";
import { events } from "../../tests/exported.js";
import { mutationsOf, type Place, placesOf } from "../../tests/mutations.js";
import { payloads } from "../../tests/payloads.js";
import type { Declaration } from "../schema/field.js";

/**
 * The values rejected by tolerant mode in a payload with one changed place. A rejected event is lost until the app
 * decodes it again: so each kind of place has rejected values, and the reason for rejecting them.
 */
interface Refusal {
  readonly why: string;
  readonly refuses: readonly string[];
}

const lists = ["a list in a list", "a list with an object", "a list with null", "an empty list"];
const objects = ["an empty object", "an object"];
const compound = [...lists, ...objects];
const flags = ["false", "true"];
const texts = [
  "a date",
  "a date without an offset",
  "a day",
  "a day that is not",
  "a newer value",
  "a number as text",
  "a text",
  "an empty text",
];
const integers = ["minus one", "seconds since 1970", "zero"];
const fractions = ["a fraction"];
const unsafe = ["beyond the safe integers"];
const notFinite = ["infinity", "not a number"];
const numbers = [...integers, ...fractions, ...unsafe, ...notFinite];
const absent = ["no key", "null"];

const table: Readonly<Record<string, Refusal>> = {
  text: {
    why: "Handlers use it as text: an id, a name, a currency. Null and no key are refused where it is essential.",
    refuses: [...absent, ...compound, ...flags, ...numbers],
  },
  choice: {
    why: "A value of an enumeration, newer ones too, is a text.",
    refuses: [...absent, ...compound, ...flags, ...numbers],
  },
  integer: {
    why: "Amounts are computed with: a fraction is no amount, and beyond the safe integers JSON has rounded it.",
    refuses: [...absent, ...compound, ...flags, ...texts, ...fractions, ...unsafe, ...notFinite],
  },
  number: {
    why: "Units are computed with. Without a value it is null, as in every field that is not essential.",
    refuses: [...compound, ...flags, ...texts, ...notFinite],
  },
  flag: {
    why: "Code branches on it: a text or a number would count as true.",
    refuses: [...absent, ...compound, ...texts, ...numbers],
  },
  date: {
    why: "Without an offset it is no instant, and what is no date has no order.",
    refuses: [...absent, ...compound, ...flags, ...numbers, ...texts.filter((what) => what !== "a date")],
  },
  literal: {
    why: "It tells which member of a union it is, and nothing else does. A text that is not known is kept.",
    refuses: [...absent, ...compound, ...flags, ...numbers],
  },
  "flag of legacy prices": {
    why: "Its presence tells legacy prices from others, and only true is known of it.",
    refuses: ["null", "false", ...compound, ...numbers, ...texts],
  },
  absent: {
    why: "A key that belongs to the other member of a union: which one it is would be a guess.",
    refuses: ["null", ...compound, ...flags, ...numbers, ...texts],
  },
  stray: {
    why: "Nothing: beside the function that it means nothing to, it is kept.",
    refuses: [],
  },
  scalar: {
    why: "The contract has no fraction, null, list or object there: the filter would be no filter.",
    refuses: [...absent, ...compound, ...fractions, ...unsafe, ...notFinite],
  },
  list: {
    why: "Handlers walk it, and a list may not hold what is no item.",
    refuses: [
      ...absent,
      ...objects,
      ...flags,
      ...numbers,
      ...texts,
      ...lists.filter((what) => what !== "an empty list"),
    ],
  },
  map: {
    why: "Handlers look keys up in it. The object here holds another object, which no map may.",
    refuses: ["an object", ...lists, ...flags, ...numbers, ...texts],
  },
  "value of metadata": { why: "The contract has scalars.", refuses: ["null", ...compound, ...notFinite] },
  "value of customerMetadata": { why: "The contract has scalars.", refuses: ["null", ...compound, ...notFinite] },
  "value of customFieldData": { why: "The contract has scalars and null.", refuses: [...compound, ...notFinite] },
  "value of processorMetadata": {
    why: "Handlers give it to the processor's library, which takes text.",
    refuses: ["null", ...compound, ...flags, ...numbers],
  },
  "value of flags": {
    why: "Code branches on it: a text or a number would count as true.",
    refuses: ["null", ...compound, ...texts, ...numbers],
  },
  object: {
    why: "It has fields that are always there.",
    refuses: [...absent, ...compound, ...flags, ...numbers, ...texts],
  },
  variants: {
    why: "It has a field that tells which member it is.",
    refuses: [...absent, ...compound, ...flags, ...numbers, ...texts],
  },
  dependent: {
    why: "What granting left behind is an object, in all versions.",
    refuses: [...lists, ...flags, ...numbers, ...texts],
  },
};

/** The kind of a place without nullable and optional wrappers; of a tree, the kind of the node. */
function kindOf({ field, path }: Place, payload: unknown): string {
  let is: Declaration = field.is;
  while ("of" in is && is.kind !== "list") is = typeof is.of === "function" ? is.of().is : is.of.is;
  if (is.kind === "literal" && is.values.includes(true)) return "flag of legacy prices";
  if (is.kind !== "map") return is.kind;
  const value = path.reduce<unknown>((inner, step) => Reflect.get(Object(inner), step), payload);
  return typeof value === "object" && value !== null ? "map" : `value of ${is.values}`;
}

/** Every rejected value, by the kind of place. */
function refusedByKind(): ReadonlyMap<string, ReadonlySet<string>> {
  const refused = new Map<string, Set<string>>();
  const seen = new Set<string>();
  for (const event of events) {
    const payload: unknown = Reflect.get(payloads, event.name);
    const kinds = new Map(
      [...placesOf(event.field, payload)].map((place) => [place.path.join("."), kindOf(place, payload)]),
    );
    for (const { path, what, payload: mutated } of mutationsOf(event.field, payload, seen)) {
      const kind = kinds.get(path.join(".")) ?? "";
      const whats = refused.get(kind) ?? new Set();
      refused.set(kind, whats);
      if (!event.safeDecode(mutated, "tolerant").success) whats.add(what);
    }
  }
  return refused;
}

describe("for each kind of place in each event, tolerant mode rejects exactly the values in the table:", () => {
  const refused = refusedByKind();

  test("each kind is in the table", () => {
    expect([...refused.keys()].toSorted()).toEqual(Object.keys(table).toSorted());
  });

  test.each(Object.entries(table))("%s", (kind, { refuses }) => {
    expect([...(refused.get(kind) ?? [])].toSorted()).toEqual(refuses.toSorted());
  });
});
