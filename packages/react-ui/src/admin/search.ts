/** The orders of the list of users. Each order has an index, so a search is ordered by the searched field. */
const orders = {
  newest: { sortBy: "createdAt", sortDirection: "desc" },
  oldest: { sortBy: "createdAt", sortDirection: "asc" },
  name: { sortBy: "name", sortDirection: "asc" },
  nameDescending: { sortBy: "name", sortDirection: "desc" },
  email: { sortBy: "email", sortDirection: "asc" },
  emailDescending: { sortBy: "email", sortDirection: "desc" },
} as const;

/** An order of the list of users. */
export type UserOrder = keyof typeof orders;

/** A search of users. */
export interface UserSearch {
  /** The prefix of a name or an email address; empty: all users. */
  readonly text: string;
  readonly field: "name" | "email";
  readonly order: UserOrder;
}

/** All users, the newest first. */
export const allUsers: UserSearch = { text: "", field: "name", order: "newest" };

/** The orders that a search can have. */
export const ordersOf = ({ text, field }: UserSearch): readonly UserOrder[] => {
  const all = Object.keys(orders) as UserOrder[];
  return text === "" ? all : all.filter((order) => orders[order].sortBy === field);
};

/** The order of a search: the chosen order, if the search can have it. */
export function orderOf(search: UserSearch): UserOrder {
  const offered = ordersOf(search);
  return offered.includes(search.order) ? search.order : (offered[0] ?? "newest");
}

/** The input of `listUsers`. */
export interface UserQuery {
  readonly sortBy: "createdAt" | "name" | "email";
  readonly sortDirection: "asc" | "desc";
  readonly searchValue?: string;
  readonly searchField?: "name" | "email";
}

/** The query for the server. */
export function queryOf(search: UserSearch): UserQuery {
  const { text, field } = search;
  return { ...orders[orderOf(search)], ...(text !== "" && { searchValue: text, searchField: field }) };
}
