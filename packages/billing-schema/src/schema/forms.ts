import type { Typed, UnknownValue } from "./field.js";

/** `current_period_end` is `currentPeriodEnd` in the client form. */
export type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${CamelTail<Tail>}` : Name;
type CamelTail<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Capitalize<Head>}${CamelTail<Tail>}`
  : Capitalize<Name>;

type Slot<F> = F extends Typed ? NonNullable<F["$"]> : never;

/** The keys of fields with these presences. */
type Keys<F, Presence> = {
  [K in keyof F]: Slot<F[K]>["presence"] extends Presence ? K : never;
}[keyof F];

/** The form on the wire: snake_case, dates as text. */
export type WireOf<F> = {
  readonly [K in Keys<F, "essential" | "required" | "removed">]: Slot<F[K]>["wire"];
} & { readonly [K in Keys<F, "optional">]?: Slot<F[K]>["wire"] };

/** The form in the app: camelCase, dates as `Date`. */
export type ClientOf<F> = {
  readonly [K in Keys<F, "essential" | "required" | "removed"> as Camel<K>]: Slot<F[K]>["client"];
} & { readonly [K in Keys<F, "optional"> as Camel<K>]?: Slot<F[K]>["client"] };

/** The client form for any version of the provider's API: only essential fields are always there. */
export type TolerantOf<F> = {
  readonly [K in Keys<F, "essential"> as Camel<K>]: Slot<F[K]>["tolerant"];
} & { readonly [K in Keys<F, "required"> as Camel<K>]: Slot<F[K]>["tolerant"] | null } & {
  readonly [K in Keys<F, "optional" | "removed"> as Camel<K>]?: Slot<F[K]>["tolerant"] | null;
};

/** The forms of a union are the forms of the members. */
export type WireIn<Members> = Slot<Members[keyof Members]>["wire"];
export type ClientIn<Members> = Slot<Members[keyof Members]>["client"];
export type TolerantIn<Members> = Slot<Members[keyof Members]>["tolerant"];

/** A member of a union unknown to this version, with the fields under their camelCase names. */
export type UnknownMember<On extends string, Common = unknown> = Common & {
  readonly [K in On]: UnknownValue;
} & { readonly [name: string]: unknown };
