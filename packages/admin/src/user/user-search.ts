import { startsWith, type Where } from "@keyhold/core/plugin";
import { storedRoles } from "../authority/authority.js";
import type { managedUserModel } from "../models.js";
import type { AdminSettings } from "../options.js";
import { foldName } from "./fold-name.js";
import type { UserQuery } from "./user-query.js";

type UserWhere = Where<typeof managedUserModel>;

/** Filters and order of a search, each list by an index. */
export interface UserSearch {
  /** Disjoint lists: no user is in two. */
  readonly wheres: readonly UserWhere[];
  readonly column: "createdAt" | "email" | "foldedName";
  readonly direction: "ascending" | "descending";
}

const columns = { createdAt: "createdAt", email: "email", name: "foldedName" } as const;

/** Converts a valid query into a search. Default order: newest first. */
export function readSearch(settings: AdminSettings, query: UserQuery): UserSearch {
  const { searchValue = "", searchField = "email", sortBy, sortDirection } = query;
  const field = sortBy ?? (searchValue === "" ? "createdAt" : searchField);
  const usual = sortBy === undefined && field === "createdAt" ? "desc" : "asc";
  const direction = (sortDirection ?? usual) === "desc" ? "descending" : "ascending";
  return { wheres: wheresOf(settings, query), column: columns[field], direction };
}

function wheresOf(settings: AdminSettings, query: UserQuery): readonly UserWhere[] {
  const { searchValue = "", searchField = "email", filterField, filterValue } = query;
  if (searchValue !== "") return searchField === "email" ? byEmail(searchValue) : byName(searchValue);
  if (filterField === "role") return byRole(settings, String(filterValue));
  if (filterField === "banned") return byBan(String(filterValue) === "true");
  return [{}];
}

/** Email addresses are stored in lower case. */
const byEmail = (beginning: string): readonly UserWhere[] => [{ email: startsWith(beginning.toLowerCase()) }];

/** No name matches a prefix with an empty folded form, such as a single accent. */
function byName(beginning: string): readonly UserWhere[] {
  const folded = foldName(beginning);
  return folded === "" ? [] : [{ foldedName: startsWith(folded) }];
}

const byBan = (isBanned: boolean): readonly UserWhere[] =>
  isBanned ? [{ banned: true }] : [{ banned: false }, { banned: null }];

/** Users with a role, alone or with others; a user without a stored role has the default role. */
const byRole = (settings: AdminSettings, name: string): readonly UserWhere[] => [
  ...textsWith(settings, name).map((role) => ({ role })),
  ...(name === settings.defaultRole ? [{ role: null }] : []),
];

/** Enough for all sets of five roles. */
const maxTexts = 16;

/** The stored texts with a role, alone and with others: an index finds whole texts. Texts of few roles come first. */
function textsWith(settings: AdminSettings, name: string): readonly string[] {
  const others = Object.keys(settings.roles).filter((other) => other !== name);
  const sets: { readonly names: readonly string[]; readonly next: number }[] = [{ names: [name], next: 0 }];
  for (const { names, next } of sets) {
    for (let index = next; index < others.length && sets.length < maxTexts; index += 1) {
      sets.push({ names: [...names, others[index] ?? name], next: index + 1 });
    }
  }
  // Several roles at once, or an undefined role: the text as given.
  return sets
    .map(({ names }) => storedRoles(settings, names) ?? name)
    .filter((text, at, all) => all.indexOf(text) === at);
}
