import type { TableName, Tables } from "../data/rows.js";
import type { Store } from "../data/store.js";

/** The spelling of an answer: as in the API before versions, or as in version 2026-04. */
export type Spelling = "2025-05" | "2026-04";

/** How an answer reads the rows. */
export interface Reading {
  readonly store: Store;
  readonly spelling: Spelling;
  /** The origin of the provider, for links. */
  readonly origin: string;
  /** A row within another row. In a stale event it is the row before its last change. */
  embedded<Name extends TableName>(table: Name, id: string): Tables[Name];
}

/** An object of the provider's JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** The fields of both spellings, and of the older or the newer spelling. */
export const spelled = (
  { spelling }: Reading,
  both: Json,
  { older = {}, newer = {} }: { readonly older?: Json; readonly newer?: Json },
): Json => ({ ...both, ...(spelling === "2025-05" ? older : newer) });

export const stampsOf = ({ id, created_at, modified_at }: Tables[TableName]): Json => ({ id, created_at, modified_at });
