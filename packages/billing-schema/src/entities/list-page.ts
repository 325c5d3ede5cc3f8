import { type Entity, entity } from "../schema/entity.js";
import { essential, integer, list } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";

const paginationFields = {
  /** Items of all pages. */
  total_count: essential(integer),
  /** The number of the last page; the first is 1. */
  max_page: essential(integer),
};

/** `Pagination` from the API: snake_case. */
export interface PaginationWire extends WireOf<typeof paginationFields> {}
/** The numbers of items and pages of a list (client form): camelCase. */
export interface Pagination extends ClientOf<typeof paginationFields> {}
/** `Pagination` of any API version: unknown values stay. */
export interface TolerantPagination extends TolerantOf<typeof paginationFields> {}

/** How many items and pages a list has. */
export const pagination: Entity<PaginationWire, Pagination, TolerantPagination> = entity(
  "Pagination",
  paginationFields,
);

/** A page of a list as the API sends it: `ItemWire` is the type of the entities. */
export interface ListPageWire<ItemWire> {
  readonly items: readonly ItemWire[];
  readonly pagination: PaginationWire;
}

/** A page of a list as the app uses it: `Item` is the type of the entities. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: Pagination;
}

/** `ListPage` of any API version: unknown values stay. */
export interface TolerantListPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: TolerantPagination;
}

/**
 * The codec of a page of entities, the answer of the provider's list endpoints.
 *
 * @throws BillingSchemaError, of `decode`, with the path of each error; a wrong item fails the page
 * @example const { items, pagination } = listPage(order).decode(json, { mode: "tolerant" });
 */
export function listPage<Wire, Client, Tolerant>(
  of: Entity<Wire, Client, Tolerant>,
): Entity<ListPageWire<Wire>, ListPage<Client>, TolerantListPage<Tolerant>> {
  return entity(`${of.name}Page`, { items: essential(list(of)), pagination: essential(pagination) });
}
