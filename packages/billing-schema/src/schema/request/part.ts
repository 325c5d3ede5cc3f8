import type { AnyPresence, Declaration, Typed } from "../field.js";

/**
 * A part declares, as data, a place in a request body, and the versions of the provider's API. Every field of an
 * entity is a part; bodies, their unions and their bounds are parts of requests alone, because entities from the
 * provider have no bounds.
 */
export interface Part<Wire = unknown, Client = unknown, Presence extends AnyPresence = AnyPresence>
  extends Typed<Wire, Client, unknown, Presence> {
  readonly is: PartDeclaration;
}

export type Parts = { readonly [name: string]: Part };

export type PartDeclaration =
  | Declaration
  | { readonly kind: "list" | "nullable" | "optional"; readonly of: Part }
  | { readonly kind: "null" }
  | BodyDeclaration
  | RecordDeclaration
  | KindsDeclaration
  | ChangesDeclaration
  /** Several values, selected by the kind of the value. */
  | { readonly kind: "either"; readonly of: readonly Part[]; readonly expected: string }
  /** A bound beyond the type of the value. */
  | {
      readonly kind: "bounded";
      readonly of: Part;
      readonly accepts: (value: unknown) => boolean;
      readonly expected: string;
    }
  /** Not in "2025-05". */
  | { readonly kind: "since"; readonly of: Part }
  /** Under another name in the wire form of "2025-05". */
  | { readonly kind: "renamed"; readonly of: Part; readonly before: string }
  /** A different part in "2025-05". */
  | { readonly kind: "changed"; readonly of: Part; readonly before: Part };

/** An object without unknown fields. */
export interface BodyDeclaration {
  readonly kind: "body";
  readonly name: string;
  readonly parts: Parts;
}

/** A map. The keys are data and are never renamed. */
export interface RecordDeclaration {
  readonly kind: "record";
  readonly of: Part;
  /** Keys with a meaning for the provider. */
  readonly known: Parts;
  readonly maxKeys: number;
  readonly maxKeyLength: number;
}

/** Several bodies, selected by the value of a key; `otherwise` is the body for a missing key. */
export interface KindsDeclaration {
  readonly kind: "kinds";
  readonly name: string;
  readonly on: string;
  readonly members: Parts;
  readonly otherwise: string | null;
}

/** Several bodies, each selected by keys that no other body has. */
export interface ChangesDeclaration {
  readonly kind: "changes";
  readonly name: string;
  readonly members: readonly { readonly by: readonly string[]; readonly of: Part }[];
}

export function body<Wire, Client>(name: string, parts: Parts): Part<Wire, Client, "required"> {
  return { is: { kind: "body", name, parts } };
}

export function kinds<Wire, Client>(
  name: string,
  on: string,
  members: Parts,
  otherwise: string | null = null,
): Part<Wire, Client, "required"> {
  return { is: { kind: "kinds", name, on, members, otherwise } };
}

export function changes<Wire, Client>(
  name: string,
  members: readonly { readonly by: readonly string[]; readonly of: Part }[],
): Part<Wire, Client, "required"> {
  return { is: { kind: "changes", name, members } };
}

export const nothing: Part<null, null, "required"> = { is: { kind: "null" } };

export function list<Wire, Client>(of: Part<Wire, Client>): Part<readonly Wire[], readonly Client[], "required"> {
  return { is: { kind: "list", of } };
}

export function nullable<Wire, Client>(of: Part<Wire, Client>): Part<Wire | null, Client | null, "required"> {
  return { is: { kind: "nullable", of } };
}

export function optional<Wire, Client>(of: Part<Wire, Client>): Part<Wire, Client, "optional"> {
  return { is: { kind: "optional", of } };
}

/** May be absent or null, with equal meaning: the usual optional field of a request. */
export function omissible<Wire, Client>(of: Part<Wire, Client>): Part<Wire | null, Client | null, "optional"> {
  return optional(nullable(of));
}

export function record<Wire, Client>(
  of: Part<Wire, Client>,
  { maxKeys = Number.POSITIVE_INFINITY, maxKeyLength = Number.POSITIVE_INFINITY, known = {} } = {},
): Part<{ readonly [key: string]: Wire }, { readonly [key: string]: Client }, "required"> {
  return { is: { kind: "record", of, known, maxKeys, maxKeyLength } };
}

export function either<Wire, Client>(expected: string, of: readonly Part[]): Part<Wire, Client, "required"> {
  return { is: { kind: "either", of, expected } };
}

export function bounded<Wire, Client>(
  of: Part<Wire, Client>,
  accepts: (value: unknown) => boolean,
  expected: string,
): Part<Wire, Client, "required"> {
  return { is: { kind: "bounded", of, accepts, expected } };
}

export function since<Wire, Client, Presence extends AnyPresence>(
  of: Part<Wire, Client, Presence>,
): Part<Wire, Client, Presence> {
  return { is: { kind: "since", of } };
}

export function renamed<Wire, Client, Presence extends AnyPresence>(
  before: string,
  of: Part<Wire, Client, Presence>,
): Part<Wire, Client, Presence> {
  return { is: { kind: "renamed", of, before } };
}

/** The wire form follows the newer versions; an app may give the client form of older or newer versions. */
export function changed<Before, Wire, Client, Presence extends AnyPresence>(
  before: Part<unknown, Before>,
  of: Part<Wire, Client, Presence>,
): Part<Wire, Client | Before, Presence> {
  return { is: { kind: "changed", of, before } };
}
