import type { Entity, TolerantListPage } from "@keyhold/billing-schema";
import { BillingProviderError } from "../provider/error.js";
import type { StripeList } from "./objects.js";
import type { ReadTime } from "./read-time.js";
import type { Send, StripeRequest } from "./request.js";

/** How calls reach the API: users' calls, and lists, which are background work. */
export interface Wire {
  readonly send: Send;
  readonly sendInBackground: Send;
  readonly readTime: ReadTime;
}

/** An object that was read, and when the read began. */
export interface Read<Item> {
  readonly object: Item;
  readonly readAt: string;
}

/** Sends a request for an object. `readAt` is the time before the request. */
export async function read<Item>({ send, readTime }: Pick<Wire, "send" | "readTime">, request: StripeRequest) {
  const readAt = readTime();
  const { json, isReplayed } = await send(request);
  return { object: json as Item, readAt, isReplayed };
}

/** Null for "not-found". */
export const orNull = <Value>(value: Promise<Value>): Promise<Value | null> =>
  value.catch((error: unknown) => {
    if (error instanceof BillingProviderError && error.reason === "not-found") return null;
    throw error;
  });

type AnyEntity<Tolerant> = Entity<unknown, unknown, Tolerant>;

/** The client form of mapped JSON. An object that cannot be mapped is an answer that cannot be read. */
export function decoded<Tolerant>(entity: AnyEntity<Tolerant>, json: object): Tolerant {
  const result = entity.safeDecode(json, { mode: "tolerant" });
  if (result.success) return result.data;
  throw new BillingProviderError(entity.name, { reason: "unavailable", mayHaveHappened: true, cause: result.error });
}

/** A page of the port. */
export interface PageQuery {
  readonly page?: number;
  readonly limit?: number;
}

/** The page of a list without items. */
export const emptyPage = { items: [], pagination: { totalCount: 0, maxPage: 0 } } as const;

/** The last ids of pages, for the cursors of the pages after them. */
type Cursors = Map<number, string>;

/**
 * The pages of a list by their numbers. Stripe has cursors: the last id of each page is remembered for the next page, and
 * a page without a known cursor is reached from the first page. Stripe does not count: `totalCount` is 0, and `maxPage`
 * is one page ahead as long as there is more.
 */
export function pagesOf<Item extends { readonly id: string }, Mapped>(
  wire: Wire,
  request: Pick<StripeRequest, "path" | "fields">,
  map: (read: Read<Item>) => Mapped | null,
): (query: PageQuery & { readonly fields?: StripeRequest["fields"] }) => Promise<TolerantListPage<Mapped>> {
  const cursors = new Map<string, Cursors>();
  return async ({ page = 1, limit = 10, fields = {} }) => {
    const given = { ...request.fields, ...fields };
    const key = JSON.stringify([given, limit]);
    const known = page === 1 ? new Map<number, string>() : (cursors.get(key) ?? new Map<number, string>());
    if (cursors.size > maxLists) cursors.clear();
    cursors.set(key, known);
    for (let number = firstKnown(known, page); ; number += 1) {
      const after = known.get(number - 1);
      const { object, readAt } = await read<StripeList<Item>>(
        { ...wire, send: wire.sendInBackground },
        { method: "GET", path: request.path, fields: { ...given, limit, starting_after: after } },
      );
      const last = object.data.at(-1);
      if (last) known.set(number, last.id);
      if (number < page && object.has_more) continue;
      const isThere = number === page;
      const items = isThere ? object.data.map((item) => map({ object: item, readAt })) : [];
      const maxPage = isThere && object.has_more ? page + 1 : number;
      return { items: items.filter((item) => item !== null), pagination: { totalCount: 0, maxPage } };
    }
  };
}

const maxLists = 1000;

/** The first page to ask for, so that the page is reached. */
function firstKnown(known: Cursors, page: number): number {
  for (let number = page; number > 1; number -= 1) if (known.has(number - 1)) return number;
  return 1;
}
