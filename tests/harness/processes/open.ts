import { setTimeout as pause } from "node:timers/promises";
import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import type { SqlOptions } from "@keyhold/adapter-sql";
import { isStorageUnavailable } from "@keyhold/core/adapter";
import type { FreshDatabase } from "../databases.ts";
import { raceWaits } from "./waits.ts";

/** The adapter for a database, as an app would make it, but with the timeouts of races. */
export function openDatabase(
  { type, place }: Pick<FreshDatabase, "type" | "place">,
  given: SqlOptions = {},
): KyselyDatabase {
  const options = { ...raceWaits, ...given };
  if (type === "postgres") return postgres(place, options);
  if (type === "sqlite") return sqlite(place, options);
  const [first, ...others] = place.split(" ").map((url) => mysql(url, options));
  if (!first) throw new Error("No URL.");
  // A case with short waits is about their end.
  return others.length === 0 ? first : spread([first, ...others], (options.maxWaitMilliseconds ?? 0) >= 30_000);
}

/** The place for one of several processes: each has another node of a cluster. */
export function placeFor({ place }: Pick<FreshDatabase, "place">, process: number): string {
  const nodes = place.split(" ");
  return nodes[process % nodes.length] ?? place;
}

/**
 * A database of which each call has the next node, as if every caller were another process. On a busy machine a node may
 * leave the cluster for seconds: the node refuses statements, and other nodes wait for locks of transactions that cannot
 * commit. With `asksAgain` the caller then asks the next node, as a client does after a 503. The races of a single server
 * run without this.
 */
function spread(nodes: readonly [KyselyDatabase, ...KyselyDatabase[]], asksAgain: boolean): KyselyDatabase {
  const [first] = nodes;
  return {
    ...first,
    connect(schema) {
      const adapters = nodes.map((node) => node.connect(schema));
      let calls = 0;
      const ask = (verb: PropertyKey, args: readonly unknown[]): unknown => {
        const adapter: Readonly<Record<PropertyKey, unknown>> = { ...adapters[calls++ % adapters.length] };
        const call = adapter[verb];
        if (typeof call !== "function") throw new Error(`No verb ${String(verb)}.`);
        return Reflect.apply(call, adapter, args);
      };
      return new Proxy(first.connect(schema), {
        get:
          (_, verb) =>
          async (...args: readonly unknown[]) => {
            for (const end = Date.now() + maxAskingMilliseconds; ; ) {
              try {
                return await ask(verb, args);
              } catch (error) {
                if (!asksAgain || !isStorageUnavailable(error) || Date.now() > end) throw error;
                await pause(100);
              }
            }
          },
      });
    },
    async close() {
      for (const node of nodes) await node.close();
    },
  };
}

/** Less than the time after which a race hangs. */
const maxAskingMilliseconds = 30_000;
