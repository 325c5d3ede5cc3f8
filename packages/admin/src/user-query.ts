/** What list-users is asked, as it comes. */
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

/** A field that no index serves as it is asked for, and what to do instead. */
export interface QueryProblem {
  readonly field: keyof UserQuery;
  readonly message: string;
}

/** Why a list would have to look at every user, if it would. */
export function queryProblem(query: UserQuery): QueryProblem | null {
  const { searchValue = "", searchOperator, offset } = query;
  if (searchOperator === "contains" || searchOperator === "ends_with")
    return { field: "searchOperator", message: "Users are found by how a field begins: use starts_with" };
  if (offset !== undefined && offset !== 0)
    return { field: "offset", message: "Read on by cursor: an offset reads all that it leaves out" };
  return searchValue === "" ? filterProblem(query) : searchProblem(query);
}

function searchProblem({ searchField = "email", filterField, sortBy }: UserQuery): QueryProblem | null {
  if (filterField !== undefined) return { field: "filterField", message: "Search or filter: no index serves both" };
  if ((sortBy ?? searchField) !== searchField)
    return { field: "sortBy", message: "What is searched is sorted by the field that is searched" };
  return null;
}

function filterProblem({ filterField, filterValue, sortBy }: UserQuery): QueryProblem | null {
  if (filterField === undefined) return null;
  if ((sortBy ?? "createdAt") !== "createdAt")
    return { field: "sortBy", message: "What is filtered is sorted by createdAt" };
  if (filterField === "role" && (typeof filterValue !== "string" || filterValue === ""))
    return { field: "filterValue", message: "Give the name of a role" };
  if (filterField === "banned" && String(filterValue) !== "true" && String(filterValue) !== "false")
    return { field: "filterValue", message: "Give true or false" };
  return null;
}
