import { useEffect, useId, useState } from "react";
import { type Order, orders, ordersOf, type SearchField, type UserSearch } from "./search.ts";

interface SearchFormProps {
  readonly search: UserSearch;
  readonly change: (search: UserSearch) => void;
}

const pauseMilliseconds = 250;

/** The list follows the input after a pause in typing. */
export function SearchForm({ search, change }: SearchFormProps) {
  const id = useId();
  const [typed, setTyped] = useState(search.text);
  useEffect(() => {
    const text = typed.trim();
    if (text === search.text) return;
    const timer = setTimeout(() => change({ ...search, text }), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, search, change]);
  const offered = ordersOf(search);

  return (
    <search className="search">
      <div>
        <label htmlFor={`${id}-text`}>Begins with</label>
        <input
          className="input"
          id={`${id}-text`}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div>
        <label htmlFor={`${id}-field`}>Look in</label>
        <select
          className="input"
          id={`${id}-field`}
          value={search.field}
          onChange={(event) => change({ ...search, field: event.target.value as SearchField })}
        >
          <option value="name">Names</option>
          <option value="email">Addresses</option>
        </select>
      </div>
      <div>
        <label htmlFor={`${id}-order`}>Order</label>
        <select
          className="input"
          id={`${id}-order`}
          value={offered.includes(search.order) ? search.order : offered[0]}
          onChange={(event) => change({ ...search, order: event.target.value as Order })}
        >
          {offered.map((order) => (
            <option key={order} value={order}>
              {orders[order].label}
            </option>
          ))}
        </select>
      </div>
    </search>
  );
}
