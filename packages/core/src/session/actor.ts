import type { Context } from "../contract/context.js";
import type { SessionRow } from "../model/models.js";

/** The id of the administrator who impersonates the user; null in a session of the user. */
export function actorOf({ actorColumns }: Pick<Context, "actorColumns">, session: SessionRow): string | null {
  if (actorColumns.length === 0) return null;
  const values: Readonly<Record<string, unknown>> = { ...session };
  for (const column of actorColumns) {
    const actor = values[column];
    if (typeof actor === "string") return actor;
  }
  return null;
}
