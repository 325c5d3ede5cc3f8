import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import type { FreshDatabase } from "../databases.ts";
import { raceWaits } from "./waits.ts";

/** As `openDatabase`, for a process that uses one server: only this driver is loaded, so the process starts sooner. */
export async function openOneDatabase(
  { type, place }: Pick<FreshDatabase, "type" | "place">,
  waits = raceWaits,
): Promise<KyselyDatabase> {
  if (type === "postgres") return (await import("@keyhold/adapter-kysely/postgres")).postgres(place, waits);
  if (type === "sqlite") return (await import("@keyhold/adapter-kysely/sqlite")).sqlite(place, waits);
  return (await import("@keyhold/adapter-kysely/mysql")).mysql(place, waits);
}
