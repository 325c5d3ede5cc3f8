/** The query of list-users, before validation. */
export interface UserQuery {
  readonly searchValue?: string | undefined;
  readonly searchField?: "email" | "name" | undefined;
  readonly searchOperator?: "contains" | "starts_with" | "ends_with" | undefined;
  readonly filterField?: "role" | "banned" | undefined;
  readonly filterValue?: string | boolean | undefined;
  readonly sortBy?: "createdAt" | "email" | "name" | undefined;
  readonly sortDirection?: "asc" | "desc" | undefined;
  readonly offset?: number | undefined;
}

/** A field that no index can serve, and the alternative. */
export interface QueryError {
  readonly field: keyof UserQuery;
  readonly message: string;
}

/** The problem of a query that would scan every user; null for an indexed query. */
export function queryError(query: UserQuery): QueryError | null {
  const { searchValue = "", searchOperator, offset } = query;
  if (searchOperator === "contains" || searchOperator === "ends_with")
    return { field: "searchOperator", message: "Search works by prefix only: use starts_with" };
  if (offset !== undefined && offset !== 0)
    return { field: "offset", message: "Use cursor instead: the database would read every skipped row" };
  return searchValue === "" ? filterError(query) : searchError(query);
}

function searchError({ searchField = "email", filterField, sortBy }: UserQuery): QueryError | null {
  if (filterField !== undefined) return { field: "filterField", message: "Search or filter: no index serves both" };
  if ((sortBy ?? searchField) !== searchField)
    return { field: "sortBy", message: "A search is sorted by the searched field" };
  return null;
}

function filterError({ filterField, filterValue, sortBy }: UserQuery): QueryError | null {
  if (filterField === undefined) return null;
  if ((sortBy ?? "createdAt") !== "createdAt")
    return { field: "sortBy", message: "A filtered list is sorted by createdAt" };
  if (filterField === "role" && (typeof filterValue !== "string" || filterValue === ""))
    return { field: "filterValue", message: "Must be the name of a role" };
  if (filterField === "banned" && String(filterValue) !== "true" && String(filterValue) !== "false")
    return { field: "filterValue", message: "Must be true or false" };
  return null;
}
