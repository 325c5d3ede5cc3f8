import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import type { SqlOptions } from "@keyhold/adapter-sql";
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
  return others.length === 0 ? first : spread(first, others);
}

/** The place for one of several processes: each has another node of a cluster. */
export function placeFor({ place }: Pick<FreshDatabase, "place">, process: number): string {
  const nodes = place.split(" ");
  return nodes[process % nodes.length] ?? place;
}

/** A database of which each call has the next node, as if every caller were another process. */
function spread(first: KyselyDatabase, others: readonly KyselyDatabase[]): KyselyDatabase {
  const nodes = [first, ...others];
  return {
    ...first,
    connect(schema) {
      const adapters = nodes.map((node) => node.connect(schema));
      let calls = 0;
      return new Proxy(first.connect(schema), {
        get:
          (_, verb) =>
          (...args: readonly unknown[]) => {
            const adapter: Readonly<Record<PropertyKey, unknown>> = { ...adapters[calls++ % adapters.length] };
            const call = adapter[verb];
            if (typeof call !== "function") throw new Error(`No verb ${String(verb)}.`);
            return Reflect.apply(call, adapter, args);
          },
      });
    },
    async close() {
      for (const node of nodes) await node.close();
    },
  };
}
