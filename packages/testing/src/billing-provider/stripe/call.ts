import type { Values } from "../data/rows.js";
import type { Desk } from "../desk.js";
import { invalidParam } from "./stripe-error.js";

/** A request to the API in the dialect of Stripe. */
export interface StripeCall {
  readonly desk: Desk;
  /** The part of the path that the route names. */
  readonly id: string;
  /** Of the query or of the body. */
  readonly fields: Values;
}

/** Whether the caller wants an object in the place of its id. */
export const expands = ({ fields }: StripeCall, name: string): boolean =>
  Array.isArray(fields.expand) && fields.expand.includes(name);

export const textIn = (fields: Values, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
};

/** 400 for a parameter that the route does not have. */
export function allowOnly({ fields }: StripeCall, names: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => name !== "expand" && !names.includes(name));
  if (unknown !== undefined) {
    throw invalidParam(unknown, `Received unknown parameter: ${unknown}`, "parameter_unknown");
  }
}

/** A page of a list after a cursor, newest first. */
export function listOf<Row extends { readonly id: string; readonly created_at: string }>(
  call: StripeCall,
  rows: readonly Row[],
  view: (row: Row) => object,
) {
  const limit = Number(textIn(call.fields, "limit") ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw invalidParam("limit", "A limit is from 1 to 100.");
  const sorted = rows.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1));
  const after = textIn(call.fields, "starting_after");
  const start = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw invalidParam("starting_after", `No such object: '${after}'`);
  const page = sorted.slice(start, start + limit);
  return { object: "list", data: page.map(view), has_more: start + limit < sorted.length } as const;
}
