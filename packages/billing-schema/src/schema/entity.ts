import * as z from "zod/mini";
import { checkerOf } from "./checker.js";
import { decoderOf } from "./decode.js";
import { encoderOf } from "./encode.js";
import { BillingSchemaError, issuesOf, type SchemaIssue } from "./error.js";
import type { Declaration, Field, Fields, VariantsDeclaration } from "./field.js";
import { type Mode, modeOf } from "./mode.js";
import type { Form } from "./names.js";
import { newTrail } from "./trail.js";
import { noteUnknowns } from "./unknowns.js";

/** The options of strict mode, the default: data must follow the contract exactly. */
export interface Strictly {
  readonly mode?: "strict";
}
/** Or a mode known at run time only: the result may be newer then. */
export interface Tolerantly {
  readonly mode: Mode;
}

/** The answer of `safeDecode` and `safeEncode`: the data, or the error with the path of each mismatch. */
export type Decoded<Client> =
  | { readonly success: true; readonly data: Client }
  | { readonly success: false; readonly error: BillingSchemaError };

/** A zod schema, of `zod` as of `zod/mini`, that validates a form without a conversion. */
export type Schema<Value> = z.core.$ZodType<Value, Value>;

/** An entity, or a union of entities: the forms, and the ways between them. */
export interface Entity<Wire, Client, Tolerant> extends Field<Wire, Client, Tolerant, "required"> {
  readonly name: string;
  /**
   * Decodes the provider's JSON to the client form. Strict by default: exactly the contract, without unknown fields.
   * Tolerant: newer values, members and fields are kept, and listed by `unknownsIn`.
   *
   * @throws BillingSchemaError with the path of each error
   */
  decode(wire: unknown, options?: Strictly): Client;
  decode(wire: unknown, options: Tolerantly): Tolerant;
  /** Like `decode`, without throwing. */
  safeDecode(wire: unknown, options?: Strictly): Decoded<Client>;
  safeDecode(wire: unknown, options: Tolerantly): Decoded<Tolerant>;
  /**
   * Encodes the client form to the provider's JSON. A decoded date is written with the original text.
   *
   * @throws BillingSchemaError with the path of each error
   */
  encode(client: Client, options?: Strictly): Wire;
  encode(client: Tolerant, options: Tolerantly): JsonObject;
  /** The schema of the wire form, to build other schemas from. */
  wireSchema(options?: Strictly): Schema<Wire>;
  wireSchema(options: Tolerantly): Schema<JsonObject>;
  /** The schema of the client form. */
  clientSchema(options?: Strictly): Schema<Client>;
  clientSchema(options: Tolerantly): Schema<Tolerant>;
}

/** An object of JSON with unknown fields. */
export type JsonObject = { readonly [name: string]: unknown };

/** An object of the provider, field by field under the names of the wire form. */
export function entity<Wire, Client, Tolerant>(name: string, fields: Fields): Entity<Wire, Client, Tolerant> {
  return withCodecs(name, { kind: "object", name, fields });
}

/** Several objects, selected by the value of a key; `common` holds the required fields of newer members. */
export function variants<Wire, Client, Tolerant>(
  name: string,
  on: string,
  members: { readonly [name: string]: Field },
  common: Fields | null,
): Entity<Wire, Client, Tolerant> {
  const is: VariantsDeclaration = { kind: "variants", name, on, members: Object.values(members), common };
  return withCodecs(name, is);
}

function withCodecs<Wire, Client, Tolerant>(name: string, is: Declaration): Entity<Wire, Client, Tolerant> {
  const field: Field = { is };
  const safeDecode = (wire: unknown, options?: { readonly mode?: Mode }): Decoded<never> => {
    const mode = modeOf(options);
    const issues = mismatches(field, wire, "wire", mode);
    if (issues) return { success: false, error: new BillingSchemaError(name, issues) };
    const trail = newTrail();
    const data = decoderOf(field, mode)?.(wire, trail, {}) as never;
    noteUnknowns(data, trail.unknowns);
    return { success: true, data };
  };
  return {
    name,
    is,
    safeDecode,
    decode: (wire: unknown, options?: { readonly mode?: Mode }): never => {
      const result = safeDecode(wire, options);
      if (!result.success) throw result.error;
      return result.data;
    },
    encode: (client: unknown, options?: { readonly mode?: Mode }): never => {
      const mode = modeOf(options);
      const issues = mismatches(field, client, "client", mode);
      if (issues) throw new BillingSchemaError(name, issues);
      return encoderOf(field, mode)?.(client, {}) as never;
    },
    wireSchema: (options?: { readonly mode?: Mode }) =>
      checkerOf(field, { form: "wire", mode: modeOf(options) }) as Schema<never>,
    clientSchema: (options?: { readonly mode?: Mode }) =>
      checkerOf(field, { form: "client", mode: modeOf(options) }) as Schema<never>,
  };
}

function mismatches(field: Field, value: unknown, form: Form, mode: Mode): readonly SchemaIssue[] | null {
  const result = z.safeParse(checkerOf(field, { form, mode }), value);
  return result.success ? null : issuesOf(result.error.issues, field, value, form);
}
