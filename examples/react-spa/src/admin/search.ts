/** Orders of the list. Each has an index, so a search is ordered by its own field. */
export const orders = {
  newest: { label: "Newest first", sortBy: "createdAt", sortDirection: "desc" },
  oldest: { label: "Oldest first", sortBy: "createdAt", sortDirection: "asc" },
  name: { label: "Name, A to Z", sortBy: "name", sortDirection: "asc" },
  nameBack: { label: "Name, Z to A", sortBy: "name", sortDirection: "desc" },
  email: { label: "Address, A to Z", sortBy: "email", sortDirection: "asc" },
  emailBack: { label: "Address, Z to A", sortBy: "email", sortDirection: "desc" },
} as const;

export type Order = keyof typeof orders;
export type SearchField = "name" | "email";

export interface UserSearch {
  /** The prefix of a name or an email address; empty: all users. */
  readonly text: string;
  readonly field: SearchField;
  readonly order: Order;
}

export const all: UserSearch = { text: "", field: "name", order: "newest" };

/** The possible orders of a search. */
export const ordersOf = ({ text, field }: UserSearch): readonly Order[] => {
  const all = Object.keys(orders) as Order[];
  return text === "" ? all : all.filter((order) => orders[order].sortBy === field);
};

/** The query for the server. */
export function queryOf(search: UserSearch) {
  const { text, field } = search;
  const [first = "newest"] = ordersOf(search);
  const { sortBy, sortDirection } = orders[ordersOf(search).includes(search.order) ? search.order : first];
  return { sortBy, sortDirection, ...(text !== "" && { searchValue: text, searchField: field }) };
}
