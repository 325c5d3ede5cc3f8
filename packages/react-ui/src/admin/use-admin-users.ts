import { useEffect, useState } from "react";
import { useUI } from "../context.js";
import { type Pages, usePages } from "../lists/use-pages.js";
import { allUsers, orderOf, ordersOf, queryOf, type UserOrder, type UserSearch } from "./search.js";
import type { ManagedUser } from "./types.js";

/** The state of the list of all users. */
export interface AdminUsersState extends Omit<Pages<ManagedUser>, "items"> {
  /** Those that are loaded. */
  readonly users: readonly ManagedUser[];
  /** The text of the search field. The list follows after a pause in typing. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly field: UserSearch["field"];
  readonly setField: (field: UserSearch["field"]) => void;
  readonly order: UserOrder;
  readonly setOrder: (order: UserOrder) => void;
  /** The orders that the present search can have. */
  readonly orders: readonly UserOrder[];
}

const pageLength = 20;
const pauseMilliseconds = 250;

/**
 * The state and the handlers of the list of all users, without markup: a search by prefix, an order, pages.
 *
 * @example const { users, text, setText, more } = useAdminUsers();
 */
export function useAdminUsers(): AdminUsersState {
  const { client } = useUI();
  const [search, setSearch] = useState<UserSearch>(allUsers);
  const [text, setText] = useState("");
  useEffect(() => {
    const wanted = text.trim();
    const change = (now: UserSearch): UserSearch => (now.text === wanted ? now : { ...now, text: wanted });
    const timer = setTimeout(() => setSearch(change), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);

  const query = queryOf(search);
  const { items, ...pages } = usePages<ManagedUser>({
    question: JSON.stringify(query),
    from: "",
    atFirst: 1,
    async read(cursor, signal) {
      const page = { ...query, limit: pageLength, ...(cursor && { cursor }) };
      const { data, error } = await client.admin.listUsers(page, { signal });
      return error ? { data, error } : { data: { items: data.users, nextCursor: data.nextCursor }, error };
    },
  });
  return {
    ...pages,
    users: items,
    text,
    setText,
    field: search.field,
    setField: (field) => setSearch((now) => ({ ...now, field })),
    order: orderOf(search),
    setOrder: (order) => setSearch((now) => ({ ...now, order })),
    orders: ordersOf(search),
  };
}
