import { AuthError, type ErrorEntry } from "@keyhold/core";
import type { Adapter, Tx } from "@keyhold/core/adapter";
import type { Context, TxContext } from "@keyhold/core/plugin";
import { decideConflicts } from "../../packages/core/src/adapter/on-conflict.ts";

const failing = {
  fail(entry: ErrorEntry): never {
    throw new AuthError(entry);
  },
};

/** The verbs of a context over an adapter, or of a transaction: a conflict needs a decision. */
export function decided(db: Adapter): Context["db"];
export function decided(db: Tx): TxContext["db"];
export function decided(db: Adapter | Tx): Context["db"] | TxContext["db"] {
  return "lock" in db ? decideConflicts(failing, db) : decideConflicts(failing, db);
}
