import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import type { FreshDatabase } from "../databases.ts";

/** As `openDatabase`, for a process that uses one server: only this driver is loaded, so the process starts sooner. */
export async function openOneDatabase({ type, place }: Pick<FreshDatabase, "type" | "place">): Promise<KyselyDatabase> {
  if (type === "postgres") return (await import("@keyhold/adapter-kysely/postgres")).postgres(place);
  if (type === "sqlite") return (await import("@keyhold/adapter-kysely/sqlite")).sqlite(place);
  return (await import("@keyhold/adapter-kysely/mysql")).mysql(place);
}
