import type { Connection } from "../driver/driver.js";
import type { Place } from "./place.js";

/** After a failure a replica gets no statement for this time. */
const restMilliseconds = 10_000;

/** Runs a read on the replica; if the replica fails, and for a pause afterwards, on the database. */
export function replicaFirst(replica: Connection, otherwise: Place["run"]): Place["run"] {
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (query) => {
    if (performance.now() - failedAt < restMilliseconds) return otherwise(query);
    try {
      return await replica.run(query.prepared.statement, query.parameters);
    } catch {
      // A replica may be down, or not have the newest table yet; an error in the statement comes again.
      failedAt = performance.now();
      return otherwise(query);
    }
  };
}
