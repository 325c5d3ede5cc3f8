// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { listOutbox } from "./routes/list-outbox.js";
import { retryOutboxEntry } from "./routes/retry-outbox-entry.js";
import { work } from "./routes/work.js";

/** The calls for the app's own server code: no client has them. */
export interface OutboxServerEndpoints {
  /**
   * The unfinished entries of the outbox in a state, the earliest due first. `cursor` is the `nextCursor` of the page
   * before.
   */
  readonly listOutbox: typeof listOutbox;
  /**
   * Makes a failed entry of the outbox due again, and a pending entry due at once, with a new time until it expires;
   * `status` is false if there is no such entry.
   */
  readonly retryOutboxEntry: typeof retryOutboxEntry;
  /** Runs the due entries of the outbox, for a scheduled job; answers how many attempts were made. */
  readonly work: typeof work;
}

export const endpoints: OutboxServerEndpoints = {
  listOutbox,
  retryOutboxEntry,
  work,
};
