import type { Model } from "../model/model.js";
import { type Conflict, isConflict } from "./conflict.js";
import { createQueue } from "./queue.js";
import type { UnderParent } from "./row-store.js";

/** The parent of a child to write, as the caller names it. */
export interface Parent {
  readonly id: string;
}

/** The state of a run of a transaction: the locked rows, and the end. */
export interface TransactionRun {
  /** Runs a verb after all earlier verbs. The first conflict or failure ends the transaction. */
  verb<T>(verb: () => Promise<T>): Promise<T>;
  /** This transaction has locked the row. */
  lock(model: Model, id: unknown): void;
  /** The locked parent of a child; null for a model without a parent. Throws if the parent is not locked. */
  parentOf(model: Model, parent: Parent | undefined): UnderParent | null;
  /** Throws after a conflict or a failure: a half must never be committed. */
  throwIfHalf(): void;
  /** No verb is possible any more; resolves when the last verb has ended. */
  close(): Promise<void>;
}

/** The reason why no further verb is possible. */
type End =
  | { readonly by: "conflict"; readonly conflict: Conflict }
  | { readonly by: "failure"; readonly error: unknown }
  | { readonly by: "end" };

export function createTransactionRun(): TransactionRun {
  const locked = new Set<string>();
  const queue = createQueue();
  let end: End | null = null;
  return {
    verb: (verb) =>
      queue.run(async () => {
        throwAfter(end);
        try {
          const answer = await verb();
          if (isConflict(answer)) end ??= { by: "conflict", conflict: answer };
          return answer;
        } catch (error) {
          end ??= { by: "failure", error };
          throw error;
        }
      }),
    lock: ({ name }, id) => void locked.add(`${name}:${String(id)}`),
    parentOf({ name, parent, parentColumn }, given) {
      if (parent === null || parentColumn === null) return null;
      if (given && locked.has(`${parent}:${given.id}`)) return { column: parentColumn, id: given.id };
      throw new Error(`A write of "${name}" needs its "${parent}" locked by this transaction.`);
    },
    throwIfHalf() {
      if (end?.by === "conflict") {
        const { model, column } = end.conflict;
        throw new Error(`Rolled back: the work returned although "${model}.${column}" was in conflict. Throw instead.`);
      }
      if (end?.by === "failure") {
        throw new Error("Rolled back: the work returned although a verb failed.", { cause: end.error });
      }
    },
    close() {
      end ??= { by: "end" };
      return queue.settled();
    },
  };
}

function throwAfter(end: End | null): void {
  if (end?.by === "conflict") throw new Error("No verb is possible after a conflict: end the transaction by a throw.");
  if (end?.by === "failure") throw new Error("No verb is possible after one failed: end the transaction by a throw.");
  if (end) throw new Error("The transaction has ended; its verbs cannot be used any more.");
}
