import { AuthError } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import type { Context } from "@keyhold/core/plugin";
import { decideConflicts } from "../../packages/core/src/adapter/on-conflict.ts";

/** The verbs of a context over an adapter: a conflict needs a decision. */
export const decided = (db: Adapter): Context["db"] =>
  decideConflicts(
    {
      fail(entry) {
        throw new AuthError(entry);
      },
    },
    db,
  );
