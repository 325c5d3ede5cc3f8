import { camelName, type Form } from "../names.js";
import { oncePerDeclaration } from "../once.js";
import type { ChangesDeclaration, KindsDeclaration, Part, PartDeclaration, Parts } from "./part.js";

/** The form of the given body, and the version of the provider's API. */
export interface Reading {
  readonly form: Form;
  readonly isFirstVersion: boolean;
}

/** A part of a version, under the canonical name, with the names in both forms. */
export interface Place {
  readonly name: string;
  readonly wire: string;
  readonly client: string;
  readonly part: Part;
}

/** The declaration of a place in a version. */
export type VersionedDeclaration = Exclude<PartDeclaration, { readonly kind: "since" | "renamed" | "changed" }>;

/** The declaration of a part in a version; null if the version does not have the part. */
export function declarationIn({ is }: Part, isFirstVersion: boolean): VersionedDeclaration | null {
  switch (is.kind) {
    case "since":
      return isFirstVersion ? null : declarationIn(is.of, isFirstVersion);
    case "renamed":
      return declarationIn(is.of, isFirstVersion);
    case "changed":
      return declarationIn(isFirstVersion ? is.before : is.of, isFirstVersion);
    default:
      return is;
  }
}

const places = oncePerDeclaration<readonly Place[]>();

export function placesOf(parts: Parts, isFirstVersion: boolean): readonly Place[] {
  return places(parts, String(isFirstVersion), () =>
    Object.entries(parts)
      .filter(([, part]) => declarationIn(part, isFirstVersion) !== null)
      .map(([name, part]) => {
        const wire = part.is.kind === "renamed" && isFirstVersion ? part.is.before : name;
        return { name, wire, client: camelName(name), part };
      }),
  );
}

export type Given = Readonly<Record<string, unknown>>;

const names = oncePerDeclaration<ReadonlySet<string>>();

/** The field names of a body in the given form. */
export function namesIn(parts: Parts, { form, isFirstVersion }: Reading): ReadonlySet<string> {
  return names(parts, `${form} ${isFirstVersion}`, () => {
    return new Set(placesOf(parts, isFirstVersion).map((place) => place[form]));
  });
}

/** A member of a union, and the selecting keys in the given form. */
export interface Member {
  readonly part: Part;
  readonly by: readonly string[];
}

const members = oncePerDeclaration<readonly Member[]>();

export function membersIn(is: ChangesDeclaration, { form, isFirstVersion }: Reading): readonly Member[] {
  return members(is, `${form} ${isFirstVersion}`, () =>
    is.members.flatMap(({ by, of }) => {
      const declared = declarationIn(of, isFirstVersion);
      if (declared?.kind !== "body") return [];
      const choosing = placesOf(declared.parts, isFirstVersion).filter(({ name }) => by.includes(name));
      return choosing.length > 0 ? [{ part: of, by: choosing.map((place) => place[form]) }] : [];
    }),
  );
}

/** The members that a body selects, each with the selecting key. A valid body selects a single member. */
export function chosenIn(is: ChangesDeclaration, given: Given, reading: Reading): readonly (readonly [Part, string])[] {
  return membersIn(is, reading).flatMap(({ part, by }) => {
    const key = by.find((one) => Object.hasOwn(given, one) && given[one] !== undefined);
    return key === undefined ? [] : [[part, key] as const];
  });
}

/** The selecting key, and the member that the key's value selects. */
export function kindIn(
  is: KindsDeclaration,
  given: Given,
  reading: Reading,
): { readonly on: string; readonly part: Part | undefined } {
  const on = reading.form === "wire" ? is.on : camelName(is.on);
  const kind = given[on] ?? is.otherwise;
  const place = placesOf(is.members, reading.isFirstVersion).find(({ name }) => name === kind);
  return { on, part: place?.part };
}

/** A plain object: of a list, a Map or a Date no key would be found wrong, and all would be lost. */
export function isGiven(value: unknown): value is Given {
  return typeof value === "object" && value !== null && Object.prototype.toString.call(value) === "[object Object]";
}

/** The present keys; a key with the value `undefined` is absent, as in JSON. */
export function keysOf(given: Given): readonly string[] {
  return Object.keys(given).filter((key) => given[key] !== undefined);
}
