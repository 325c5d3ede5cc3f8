import type { Context } from "../contract/context.js";

/** In a form that columns for UUIDs take, too. */
const noId = "00000000-0000-0000-0000-000000000000";

/** Throws the adapter's error if the database does not answer, or lacks a table or a column. Reads each table once. */
export async function checkTables({ db, schema }: Pick<Context, "db" | "schema">): Promise<void> {
  for (const model of schema.models.values()) await db.find(model, { id: noId });
}
