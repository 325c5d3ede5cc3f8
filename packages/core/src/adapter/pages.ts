import type { Row, Table } from "../model/model.js";
import type { RowWith, Verbs } from "./adapter.js";
import { nextTurn } from "./next-turn.js";
import type { Where } from "./where.js";

type Lister = Pick<Verbs<"inside" | "outside">, "list">;

const usualLength = 500;

/**
 * Yields every matching row, page by page in the order of the ids, for lists without a limit. A page is never empty. A
 * change between two pages never skips or repeats a row that stays. Between two pages the process does other work.
 *
 * @example for await (const sessions of pagesOf(ctx.db, sessionModel, { userId })) tokens.push(...sessions.map(({ token }) => token));
 */
export function pagesOf<M extends Table>(
  db: Lister,
  model: M,
  where: Where<M>,
  options?: { readonly pageLength?: number },
): AsyncGenerator<readonly Row<M>[]>;
/** `pagesOf` with the referenced row of each row. */
export function pagesOf<M extends Table, P extends Table>(
  db: Lister,
  model: M,
  where: Where<M>,
  options: { readonly with: P; readonly pageLength?: number },
): AsyncGenerator<readonly RowWith<M, P>[]>;
export async function* pagesOf(
  db: Lister,
  model: Table,
  where: Where<Table>,
  { pageLength = usualLength, with: parent }: { readonly with?: Table; readonly pageLength?: number } = {},
): AsyncGenerator<readonly Row<Table>[]> {
  let cursor: { readonly value: string; readonly id: string } | undefined;
  for (;;) {
    const order = { orderBy: "id", limit: pageLength, ...(cursor && { cursor }) } as const;
    const page = parent ? await db.list(model, where, { ...order, with: parent }) : await db.list(model, where, order);
    if (page.length > 0) yield page;
    if (page.length < pageLength) return;
    await nextTurn();
    const lastId = String(page.at(-1)?.id);
    cursor = { value: lastId, id: lastId };
  }
}
