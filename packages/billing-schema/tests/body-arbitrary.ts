import fc from "fast-check";
import type { Part, Parts } from "../src/schema/request/part.ts";
import { clientName } from "./declared.ts";

/** Client forms of a request body, made from the declaration: every field present and absent, every member, edges. */

/** An absent key. */
const nothing = Symbol("nothing");

/** Keys of maps are any text, also those with a meaning in JavaScript; not all of them have a type in TypeScript. */
export interface Drawing {
  readonly isFirstVersion: boolean;
  readonly keys: "any" | "plain";
}

export function bodiesOf(part: Part, drawing: Drawing): fc.Arbitrary<unknown> {
  const { is } = part;
  switch (is.kind) {
    case "since":
      return drawing.isFirstVersion ? fc.constant(nothing) : bodiesOf(is.of, drawing);
    case "renamed":
      return bodiesOf(is.of, drawing);
    case "changed":
      return bodiesOf(drawing.isFirstVersion ? is.before : is.of, drawing);
    case "optional":
      return fc.oneof(fc.constant(nothing), { weight: 2, arbitrary: bodiesOf(is.of, drawing) });
    case "nullable":
      return fc.oneof(fc.constant(null), { weight: 3, arbitrary: bodiesOf(is.of, drawing) });
    case "null":
      return fc.constant(null);
    case "either":
      return fc.oneof(...is.of.map((one) => bodiesOf(one, drawing)));
    case "bounded":
      return boundedBy(is.expected, is.of, drawing);
    case "list":
      return fc.array(bodiesOf(is.of, drawing), { maxLength: 2 });
    case "record":
      return recordsOf(is.of, { ...drawing, known: is.known, maxKeyLength: is.maxKeyLength });
    case "body":
      return objectsOf(is.parts, drawing);
    case "kinds":
      return fc.oneof(...there(is.members, drawing).map((member) => bodiesOf(member, drawing)));
    case "changes":
      return fc
        .oneof(...is.members.map(({ of, by }) => changesOf(of, by, drawing)))
        .filter((value) => value !== nothing);
    case "text":
      return texts;
    case "integer":
      return fc.oneof(fc.integer(), fc.maxSafeInteger());
    case "number":
      return numbers;
    case "flag":
      return fc.boolean();
    case "date":
      return fc.date({
        min: new Date("0001-01-01T00:00:00Z"),
        max: new Date("9999-12-31T00:00:00Z"),
        noInvalidDate: true,
      });
    case "choice":
    case "literal":
      return fc.constantFrom(...is.values);
    default:
      throw new Error(`No request has a place of the kind ${is.kind}.`);
  }
}

function there(members: Parts, { isFirstVersion }: Drawing): readonly Part[] {
  return Object.values(members).filter(({ is }) => !(isFirstVersion && is.kind === "since"));
}

function objectsOf(parts: Parts, drawing: Drawing): fc.Arbitrary<object> {
  const entries = Object.entries(parts).map(([name, part]) =>
    bodiesOf(part, drawing).map((value) => [clientName(name), value] as const),
  );
  return fc.tuple(...entries).map((all) => Object.fromEntries(all.filter(([, value]) => value !== nothing)));
}

/** At least one of the selecting keys is present. */
function changesOf(part: Part, by: readonly string[], drawing: Drawing): fc.Arbitrary<unknown> {
  const names = by.map(clientName);
  return bodiesOf(part, drawing).map((value) =>
    typeof value === "object" && value !== null && names.some((name) => Object.hasOwn(value, name)) ? value : nothing,
  );
}

function recordsOf(
  of: Part,
  drawing: Drawing & { readonly known: Parts; readonly maxKeyLength: number },
): fc.Arbitrary<object> {
  const names = drawing.keys === "any" ? anyKeys : plainKeys;
  const keys = names.filter((key) => key !== "" && [...key].length <= drawing.maxKeyLength && !(key in drawing.known));
  const own = fc.uniqueArray(fc.tuple(keys, bodiesOf(of, drawing)), { maxLength: 3, selector: ([key]) => key });
  const known = Object.entries(drawing.known).map(([name, part]) =>
    fc.oneof(fc.constant(nothing), bodiesOf(part, drawing)).map((value) => [name, value] as const),
  );
  return fc
    .tuple(own, fc.tuple(...known))
    .map((entries) => Object.fromEntries(entries.flat().filter(([, value]) => value !== nothing)));
}

const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));
const texts: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 4 }),
  fc.constantFrom("", "2025-06-01T10:00:00Z", "__proto__", "null", "\u0000", "ß_é", "😀".repeat(3)),
);
const plainKeys = fc.constantFrom("order_id", "orderId", "plan", "created_at", "a b", "1", "k".repeat(40), "😀");
const anyKeys = fc.oneof(
  plainKeys,
  fc.constantFrom("__proto__", "constructor", "toString", "A_b", "_x", ""),
  fc.string({ maxLength: 6 }),
);

const someTexts = texts.filter((text) => text !== "");
const addresses = fc.tuple(fc.stringMatching(/^[\w.+]{1,8}$/), fc.stringMatching(/^[a-z]{1,8}\.[a-z]{2,3}$/));
const integersFrom = (min: number): fc.Arbitrary<number> =>
  fc.oneof(fc.constantFrom(min, min + 1, Number.MAX_SAFE_INTEGER), fc.integer({ min, max: 1_000_000 }));

/** Values within the bounds, by the message of the bound. A bound missing here has no test yet. */
const within: { readonly [expected: string]: (of: Part, drawing: Drawing) => fc.Arbitrary<unknown> } = {
  "a text that is not empty": () => someTexts,
  "an email address": () => addresses.map((parts) => parts.join("@")),
  "an absolute URL with http or https": () =>
    fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.constantFrom("https://app.test/done?checkout_id={CHECKOUT_ID}", "http://localhost:3000", "HTTPS://ä.test/ü"),
    ),
  "an integer from 0": () => integersFrom(0),
  "an integer from 1": () => integersFrom(1),
  "an integer from 50 to 99999999": () =>
    fc.oneof(fc.constantFrom(50, 99_999_999), fc.integer({ min: 50, max: 99_999_999 })),
  "a number from 0": () =>
    fc.oneof(fc.constantFrom(0, 0.0025, Number.MAX_VALUE), fc.double({ min: 0, max: 1e9, noNaN: true }).map(Math.abs)),
  "a decimal text with up to 12 places": () => fc.stringMatching(/^\d{1,17}(\.\d{1,12})?$/),
  "a decimal text": () => fc.stringMatching(/^-?\d{1,9}(\.\d{1,9})?$/),
  "a text of 1 to 500 characters": () => fc.oneof(someTexts, fc.constantFrom("x".repeat(500), "😀".repeat(500))),
  "a country code of ISO 3166-1 alpha-2": () => fc.constantFrom("DE", "US", "CU", "AD", "ZW"),
  "the code of a country that the provider sells to": () => fc.constantFrom("DE", "US", "AD", "ZW"),
  "a currency of the provider in lower case, such as usd": () => fc.constantFrom("usd", "eur", "jpy", "aed", "zmw"),
  "the number and its format": () => fc.tuple(someTexts, fc.constantFrom("eu_vat", "us_ein", "new_format")),
  "a list of at least one product": atLeastOne,
  "a list of at least one tier": atLeastOne,
  "one with an email or an owner": (of, drawing) =>
    bodiesOf(of, drawing).filter(
      (team) => typeof team === "object" && team !== null && (has(team, "email") || has(team, "owner")),
    ),
};

const has = (value: object, name: string): boolean => (Reflect.get(value, name) ?? null) !== null;

function atLeastOne(of: Part, drawing: Drawing): fc.Arbitrary<unknown> {
  if (of.is.kind !== "list") throw new Error("A list was expected.");
  return fc.array(bodiesOf(of.is.of, drawing), { minLength: 1, maxLength: 2 });
}

function boundedBy(expected: string, of: Part, drawing: Drawing): fc.Arbitrary<unknown> {
  const values = within[expected];
  if (!values) throw new Error(`Nothing says which values are ${expected}.`);
  return values(of, drawing);
}
