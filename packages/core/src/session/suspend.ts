import type { TxContext } from "../context.js";
import { sessionModel } from "../model/models.js";

const pageLength = 500;

/** Before a user is changed: no copy of a session shows them as they were. Costs nothing where there are no copies. */
export async function suspendCopies(ctx: TxContext, userId: string): Promise<void> {
  if (!ctx.sessionCopies) return;
  let cursor: { readonly value: string; readonly id: string } | undefined;
  for (;;) {
    const page = await ctx.db.list(
      sessionModel,
      { userId },
      { orderBy: "id", limit: pageLength, ...(cursor && { cursor }) },
    );
    await ctx.sessionCopies.suspend(page.map(({ token }) => token));
    const last = page.at(-1);
    if (!last || page.length < pageLength) return;
    cursor = { value: last.id, id: last.id };
  }
}
