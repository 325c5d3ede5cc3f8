import type { Removable } from "../model/model.js";
import type { Verbs } from "./adapter.js";
import { nextTurn } from "./next-turn.js";
import type { Where } from "./where.js";

/** Each page costs a database server one commit. An embedded database removes fewer rows at once. */
const pageLength = 500;

/**
 * Removes every matching row, page by page: each page is a separate statement, and the process does other work between
 * them. Answers how many rows were removed. Several processes may run `removePages` at once.
 *
 * @example await removePages(ctx.db, inviteModel, { expiresAt: before(ctx.now()) });
 */
export async function removePages<M extends Removable>(
  db: Pick<Verbs<"outside">, "removeSome">,
  model: M,
  where: Where<M>,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await db.removeSome(model, where, pageLength);
    if (count === 0) return removed;
    removed += count;
    await nextTurn();
  }
}
