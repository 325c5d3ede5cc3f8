import type { ListQuery } from "./billing-provider.js";

interface ListedPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: { readonly totalCount: number; readonly maxPage: number };
}

const maxPasses = 5;

/**
 * Each item of a list, once, page by page. An item that is added or removed meanwhile shifts the others to another page:
 * the list is read again until its count does not change while it is read, five times at most.
 *
 * @example for await (const order of everyItem(provider.orders.list)) …
 */
export async function* everyItem<Item extends { readonly id: string }>(
  list: (query: ListQuery) => Promise<ListedPage<Item>>,
): AsyncGenerator<Item> {
  const seen = new Set<string>();
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    const counts = new Set<number>();
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { items, pagination } = await list({ page, limit: 100 });
      counts.add(pagination.totalCount);
      last = pagination.maxPage;
      for (const item of items.filter(({ id }) => !seen.has(id))) {
        seen.add(item.id);
        yield item;
      }
    }
    if (counts.size === 1) return;
  }
}
