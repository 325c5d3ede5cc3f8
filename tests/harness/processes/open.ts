import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import type { FreshDatabase } from "../databases.ts";

/** The adapter for a database, as an app would make it. */
export function openDatabase({ type, place }: Pick<FreshDatabase, "type" | "place">): KyselyDatabase {
  if (type === "postgres") return postgres(place);
  return type === "mysql" ? mysql(place) : sqlite(place);
}
