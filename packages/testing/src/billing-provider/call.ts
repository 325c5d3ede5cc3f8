import type { RequestBody } from "@keyhold/billing-schema/requests";
import { invalid, issuesOf } from "./api-error.js";
import type { Desk } from "./desk.js";
import type { Json, Reading, Spelling } from "./views/reading.js";

/** A request to the API. */
export interface Call {
  readonly desk: Desk;
  readonly spelling: Spelling;
  readonly reading: Reading;
  /** The part of the path that the route names. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The JSON of the body; undefined without a body. */
  readonly body: unknown;
}

/** The answer to a request: the status and the JSON, or null for an answer without a body. */
export interface Reply {
  readonly status: number;
  readonly body: object | null;
}

export const ok = (body: object): Reply => ({ status: 200, body });
export const created = (body: object): Reply => ({ status: 201, body });

/** The JSON of a body that follows the contract, with the names of 2026-04; otherwise 422. */
export function bodyOf<Wire extends object>({ body, spelling }: Call, codec: RequestBody<Wire, unknown>): Wire {
  const decoded = codec.safeDecode(body, { apiVersion: spelling });
  if (!decoded.success) throw invalid(...issuesOf(decoded.error.issues));
  return named(body as Json) as Wire;
}

/** The older spelling calls the owner of a checkout and of a session `customer_external_id`. */
function named({ customer_external_id, ...rest }: Json): Json {
  return customer_external_id === undefined ? rest : { ...rest, external_customer_id: customer_external_id };
}

const maxLimit = 100;

/** A page of a list, newest first. */
export function page<Row extends { readonly created_at: string }>(
  { query }: Call,
  rows: readonly Row[],
  view: (row: Row) => object,
): Reply {
  const number = integerOf(query, "page", 1, Number.MAX_SAFE_INTEGER);
  const limit = integerOf(query, "limit", 10, maxLimit);
  const sorted = rows.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1));
  const items = sorted.slice((number - 1) * limit, number * limit).map(view);
  return ok({ items, pagination: { total_count: rows.length, max_page: Math.ceil(rows.length / limit) } });
}

function integerOf(query: URLSearchParams, name: string, otherwise: number, most: number): number {
  const given = query.get(name);
  const value = given === null ? otherwise : Number(given);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw invalid({ loc: ["query", name], msg: `Input should be an integer from 1 to ${most}`, type: "value_error" });
}

/** Whether a row has a value that the query filters by. Without the filter each row passes. */
export function passes(query: URLSearchParams, name: string, value: unknown): boolean {
  const wanted = query.getAll(name);
  return wanted.length === 0 || wanted.includes(String(value));
}
