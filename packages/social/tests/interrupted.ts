import { memory } from "@keyhold/adapter-memory";
import type { Database } from "@keyhold/core/adapter";
import { intercept, type VerbCall } from "@keyhold/testing/faults";

type Happening = () => Promise<unknown>;

/** A database in memory with a concurrent change between the read and the write of a call. */
export interface Interrupted {
  readonly database: Database;
  /** Runs `happens` after the next use of that verb. */
  afterNext(call: VerbCall, happens: Happening): void;
  /** Happens right before the next transaction. */
  beforeNextTransaction(happens: Happening): void;
  /** Whether the planned change has happened. */
  hasHappened(): boolean;
}

export function interrupted(): Interrupted {
  let planned: { readonly after: VerbCall | null; readonly happens: Happening } | null = null;

  const happenAt = async (isDue: (after: VerbCall | null) => boolean): Promise<void> => {
    if (!planned || !isDue(planned.after)) return;
    const { happens } = planned;
    planned = null;
    await happens();
  };

  const database = intercept(memory(), {
    async verb({ verb, model, isInTransaction }, run) {
      const answer = await run();
      await happenAt(
        (after) => after?.verb === verb && after.model === model && after.isInTransaction === isInTransaction,
      );
      return answer;
    },
    async transaction(run) {
      await happenAt((after) => after === null);
      return run();
    },
  });

  return {
    database,
    afterNext: (after, happens) => {
      planned = { after, happens };
    },
    beforeNextTransaction: (happens) => {
      planned = { after: null, happens };
    },
    hasHappened: () => planned === null,
  };
}
