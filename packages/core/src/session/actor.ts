import type { Context } from "../contract/context.js";
import type { SessionRow } from "../model/models.js";

/** The id of who acts in the user's place, e.g. an administrator; null when it is the user, as almost always. */
export function actorOf({ actorColumns }: Pick<Context, "actorColumns">, session: SessionRow): string | null {
  if (actorColumns.length === 0) return null;
  const values: Readonly<Record<string, unknown>> = { ...session };
  for (const column of actorColumns) {
    const actor = values[column];
    if (typeof actor === "string") return actor;
  }
  return null;
}
