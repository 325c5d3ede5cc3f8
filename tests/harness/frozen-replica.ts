import { planMigration, type SqlDatabase, sqlDatabase } from "@keyhold/adapter-sql";
import { parts } from "@keyhold/adapter-sql/drivers";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import type { Schema } from "@keyhold/core/adapter";
import { shorten } from "./noted-statements.ts";

/** A database with a replica that has the tables, and never gets a row of the primary. */
export interface FrozenReplica {
  readonly database: SqlDatabase;
  /** The statements that the replica got, shortened. */
  readonly asked: string[];
  migrate(schema: Schema): Promise<void>;
  /** From now on the replica fails. */
  end(): void;
}

export function openFrozenReplica(): FrozenReplica {
  const primary = sqlite(":memory:");
  const copy = sqlite(":memory:");
  const asked: string[] = [];
  let hasEnded = false;
  const replica: SqlDatabase[typeof parts]["driver"] = {
    ...copy[parts].driver,
    run(statement, parameters) {
      asked.push(shorten(statement.sql));
      if (hasEnded) throw new Error("The replica is down.");
      return copy[parts].driver.run(statement, parameters);
    },
  };
  return {
    database: sqlDatabase({ name: "sqlite with a replica", type: "sqlite", driver: primary[parts].driver, replica }),
    asked,
    async migrate(schema) {
      for (const one of [primary, copy]) await (await planMigration(one, schema)).apply();
    },
    end() {
      hasEnded = true;
    },
  };
}
