import { memory } from "@keyhold/adapter-memory";
import type { Database } from "@keyhold/core/adapter";
import type { Conflict } from "@keyhold/core/plugin";
import { intercept, type VerbCall } from "@keyhold/testing/faults";

/** A database in which the verb on the model answers this conflict, or throws this error. */
export const failing = (verb: VerbCall["verb"], model: string, fault: Conflict | Error): Database =>
  intercept(memory(), {
    async verb(call, run) {
      if (call.verb !== verb || call.model !== model) return run();
      if (fault instanceof Error) throw fault;
      return fault as never;
    },
  });
