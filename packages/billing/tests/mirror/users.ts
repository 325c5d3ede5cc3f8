import type { Adapter } from "@keyhold/core/adapter";
import { type Context, userModel } from "@keyhold/core/plugin";

/** Inserts users with these ids, unless they exist: the mirror keeps customers of owners that exist. */
export async function insertUsers(db: Pick<Adapter, "insert">, ...ids: readonly string[]): Promise<void> {
  const at = new Date(0);
  for (const id of ids) {
    const user = { id, name: id, email: `${id}@users.example.com`, createdAt: at, updatedAt: at };
    await (db as Pick<Context["db"], "insert">).insert(userModel, user, { onConflict: () => null });
  }
}
