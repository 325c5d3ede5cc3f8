/** Never without a value; without a value in tolerant mode only; free to be absent; absent in newer versions. */
export type AnyPresence = "essential" | "required" | "optional" | "removed";

/** The types of the forms of a place, looked up in `$`; at run time `$` is absent. */
export interface Typed<
  Wire = unknown,
  Client = unknown,
  Tolerant = unknown,
  Presence extends AnyPresence = AnyPresence,
> {
  readonly $?: {
    readonly wire: Wire;
    readonly client: Client;
    readonly tolerant: Tolerant;
    readonly presence: Presence;
  };
}

/**
 * A field declares, as data, a place in the provider's JSON. Checking, decoding, encoding and documentation read
 * `is`.
 */
export interface Field<Wire = unknown, Client = unknown, Tolerant = unknown, Presence extends AnyPresence = AnyPresence>
  extends Typed<Wire, Client, Tolerant, Presence> {
  readonly is: Declaration;
  /** Tolerant mode rejects the object without a value here; any other field may be null or absent there. */
  readonly isEssential?: true;
}

export type Fields = { readonly [name: string]: Field };

/** The kinds of maps by their values; keys are data of the merchant and are never renamed. */
export type MapValues = "metadata" | "customerMetadata" | "processorMetadata" | "customFieldData" | "flags";

/** The kinds of fields, as data, selected by `kind`. */
export type Declaration =
  | { readonly kind: "text" | "integer" | "number" | "flag" | "date" | "scalar" }
  /** An enumeration: closed in strict mode, open in tolerant mode. */
  | { readonly kind: "choice"; readonly name: string; readonly values: readonly string[] }
  /** The discriminator of a union's member. In tolerant mode an open literal also takes any text of no other member. */
  | { readonly kind: "literal"; readonly values: readonly (string | true)[]; readonly isOpen?: true }
  /** A key that must be absent: tells members with and without the key apart. */
  | { readonly kind: "absent" }
  /** A key that must be absent too; tolerant mode keeps the key if the key `beside` selects the member. */
  | { readonly kind: "stray"; readonly beside: string }
  | { readonly kind: "list"; readonly of: Field }
  | { readonly kind: "map"; readonly values: MapValues }
  | { readonly kind: "nullable" | "optional"; readonly of: Field }
  /** Nullable, or free to be absent, in newer versions of the provider's API only. */
  | { readonly kind: "laterNullable" | "laterAbsent"; readonly of: Field }
  | { readonly kind: "default"; readonly of: Field; readonly value: boolean }
  | ObjectDeclaration
  | VariantsDeclaration
  | DependentDeclaration
  /** A tree may contain trees. A tree deeper than `depth` levels is rejected, so no input can exhaust the stack. */
  | { readonly kind: "tree"; readonly of: () => Field; readonly children: string; readonly depth: number };

export interface ObjectDeclaration {
  readonly kind: "object";
  readonly name: string;
  readonly fields: Fields;
}

export interface VariantsDeclaration {
  readonly kind: "variants";
  readonly name: string;
  /** The wire key of the discriminator. */
  readonly on: string;
  readonly members: readonly Field[];
  /** The required fields of newer members; null if there can be no newer member. */
  readonly common: Fields | null;
}

/** Another place in the object selects the member: `benefit.type` for a grant's properties. */
export interface DependentDeclaration {
  readonly kind: "dependent";
  readonly name: string;
  readonly on: readonly [string, ...string[]];
  readonly members: { readonly [value: string]: Field };
}

declare const unknownValue: unique symbol;

/**
 * A newer value of an enumeration, unknown to this version, as the provider sent the value. At run time a string:
 * `String(value)`. With the type string, a comparison with a known value could not exclude unknown values.
 */
export interface UnknownValue {
  readonly [unknownValue]: true;
  toString(): string;
}

export type Scalar<T> = Field<T, T, T, "required">;
export type EssentialText = Field<string, string, string, "essential">;
export type EssentialNumber = Field<number, number, number, "essential">;
export type NullableText = Field<string | null, string | null, string | null, "required">;
export type DateField = Field<string, Date, Date, "required">;
export type EssentialDate = Field<string, Date, Date, "essential">;
export type NullableDate = Field<string | null, Date | null, Date | null, "required">;

export const text: Scalar<string> = { is: { kind: "text" } };
/** A safe integer; amounts are in the smallest unit of their currency. */
export const integer: Scalar<number> = { is: { kind: "integer" } };
/** Any finite number. */
export const number: Scalar<number> = { is: { kind: "number" } };
export const flag: Scalar<boolean> = { is: { kind: "flag" } };
/** String, safe integer or boolean: the value in a condition of a meter. */
export const scalar: Scalar<string | number | boolean> = { is: { kind: "scalar" } };
/** ISO 8601 date and time with an offset on the wire, a `Date` in the client form. */
export const date: DateField = { is: { kind: "date" } };
export const absent: Field<undefined, undefined, undefined, "optional"> = {
  is: { kind: "absent" },
  isEssential: true,
};

/** A key without a meaning here. Only tolerant mode keeps the key, if the key `beside` is there. */
export function stray(beside: string): Field<undefined, undefined, unknown, "optional"> {
  return { is: { kind: "stray", beside }, isEssential: true };
}

/** The merchant's own data of an entity, by keys of the merchant's choice. */
export type Metadata = { readonly [key: string]: string | number | boolean };
/** The payment processor's data of a checkout: texts by key. */
export type ProcessorMetadata = { readonly [key: string]: string };
/** Answers to custom fields, by the slug of the field; a date is an ISO 8601 text. */
export type CustomFieldData = { readonly [slug: string]: string | number | boolean | null };
/** Booleans by key, e.g. the archived files of a download benefit by file id. */
export type Flags = { readonly [key: string]: boolean };

export const metadata: Scalar<Metadata> = { is: { kind: "map", values: "metadata" } };
/** Like metadata, but numbers are integers in strict mode. */
export const customerMetadata: Scalar<Metadata> = { is: { kind: "map", values: "customerMetadata" } };
export const processorMetadata: Scalar<ProcessorMetadata> = { is: { kind: "map", values: "processorMetadata" } };
export const customFieldData: Scalar<CustomFieldData> = { is: { kind: "map", values: "customFieldData" } };
export const flags: Scalar<Flags> = { is: { kind: "map", values: "flags" } };

/** An enumeration of the provider: `values` lists the known values. `isKnown` checks a value. */
export interface Choice<Value extends string> extends Field<Value, Value, Value | UnknownValue, "required"> {
  readonly values: readonly Value[];
}

/** An enumeration of the provider. */
export function choice<const Value extends string>(name: string, values: readonly Value[]): Choice<Value> {
  return { values, is: { kind: "choice", name, values } };
}

/** The discriminator of a union's member: essential, because no other field says which member the object is. */
export function literal<const Value extends string | true>(
  ...values: readonly Value[]
): Field<Value, Value, Value, "essential"> {
  return { is: { kind: "literal", values }, isEssential: true };
}

/** A discriminator whose member, in tolerant mode, also takes the values of no other member. */
export function openLiteral<const Value extends string>(
  ...values: readonly Value[]
): Field<Value, Value, Value | UnknownValue, "essential"> {
  return { is: { kind: "literal", values, isOpen: true }, isEssential: true };
}

/** A field without which the object means nothing. Every other field may be null or absent in tolerant mode. */
export function essential(of: Scalar<string>): EssentialText;
export function essential(of: Scalar<number>): EssentialNumber;
export function essential(of: DateField): EssentialDate;
export function essential<Wire, Client, Tolerant>(
  of: Field<Wire, Client, Tolerant>,
): Field<Wire, Client, Tolerant, "essential">;
export function essential(of: Field): Field {
  return { is: of.is, isEssential: true };
}

export function list<Wire, Client, Tolerant>(
  of: Field<Wire, Client, Tolerant>,
): Field<readonly Wire[], readonly Client[], readonly Tolerant[], "required"> {
  return { is: { kind: "list", of } };
}

/** The key is always there, the value may be null. */
export function nullable(of: Scalar<string>): NullableText;
export function nullable(of: DateField): NullableDate;
export function nullable<Wire, Client, Tolerant, Presence extends AnyPresence>(
  of: Field<Wire, Client, Tolerant, Presence>,
): Field<Wire | null, Client | null, Tolerant | null, Presence>;
export function nullable(of: Field): Field {
  return { is: { kind: "nullable", of } };
}

/** The key may be absent. */
export function optional<Wire, Client, Tolerant>(
  of: Field<Wire, Client, Tolerant>,
): Field<Wire, Client, Tolerant, "optional"> {
  return { is: { kind: "optional", of } };
}

/** Newer versions of the provider's API send null here. */
export function laterNullable<Wire, Client, Tolerant, Presence extends AnyPresence>(
  of: Field<Wire, Client, Tolerant, Presence>,
): Field<Wire, Client, Tolerant | null, Presence> {
  return { is: { kind: "laterNullable", of } };
}

/** Newer versions of the provider's API may leave the key out, or do. */
export function laterAbsent<Wire, Client, Tolerant>(
  of: Field<Wire, Client, Tolerant>,
): Field<Wire, Client, Tolerant, "removed"> {
  return { is: { kind: "laterAbsent", of }, ...(of.isEssential && { isEssential: true }) };
}

/** A tree with child nodes under the name `children`, at most so many levels of them. */
export function tree<Wire, Client, Tolerant>(
  of: () => Field<Wire, Client, Tolerant>,
  children: string,
  depth: number,
): Field<Wire, Client, Tolerant, "required"> {
  return { is: { kind: "tree", of, children, depth } };
}

/** Several objects; another place in the object around the field selects the member. */
export function dependent<Members extends { readonly [value: string]: Field }>(
  name: string,
  on: readonly [string, ...string[]],
  members: Members,
): Field<
  NonNullable<Members[keyof Members]["$"]>["wire"],
  NonNullable<Members[keyof Members]["$"]>["client"],
  NonNullable<Members[keyof Members]["$"]>["tolerant"],
  "required"
> {
  return { is: { kind: "dependent", name, on, members } };
}

/** An absent key has this value in the client form, and encoding writes the value. */
export function withDefault(of: Scalar<boolean>, value: boolean): Field<boolean, boolean, boolean, "required"> {
  return { is: { kind: "default", of, value } };
}

/**
 * True if this version knows the value of an enumeration.
 *
 * @example if (isKnown(orderStatus, order.status)) …
 */
export function isKnown<Value extends string>(of: Choice<Value>, value: Value | UnknownValue): value is Value {
  const known: readonly unknown[] = of.values;
  return known.includes(value);
}
