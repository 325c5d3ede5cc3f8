import { parseRoles, type Roles, type RoleText } from "@keyhold/access";
import { adminErrors } from "./errors.js";
import { adminRoles } from "./permissions.js";

/** What `admin` takes. Everything has a default. */
export interface AdminOptions {
  /** All roles that there are, made by `defineRoles` of @keyhold/access. Default `adminRoles`. */
  readonly roles?: Roles;
  /** The role of a new user, and of a user whose row has none. Default "user". */
  readonly defaultRole?: string;
  /** The roles of those who look after the app: they are not impersonated, do not delete themselves, and are touched by each other only. Default "admin". */
  readonly adminRoles?: RoleText;
  /** Ids of users who have `adminRoles` whatever their row says: the first one, before there is anybody to give a role. */
  readonly adminUserIds?: readonly string[];
  /** How old a sign-in may be for the routes that change something about a user; 0: any age. Default `session.freshAgeSeconds`. */
  readonly freshAgeSeconds?: number;
  /** How long an impersonation lasts. Default 3600. */
  readonly impersonationSeconds?: number;
  /** Whether those with `adminRoles` can be impersonated, too. Default false. */
  readonly allowImpersonatingAdmins?: boolean;
  /** What the banned are told when they sign in. */
  readonly bannedUserMessage?: string;
  /** The reason of a ban that names none. Default none. */
  readonly defaultBanReason?: string | null;
  /** How long a ban lasts that does not say so; null: for ever. Default null. */
  readonly defaultBanSeconds?: number | null;
}

/** The options with their defaults. */
export interface AdminSettings {
  readonly roles: Roles;
  readonly defaultRole: string;
  readonly adminRoles: readonly string[];
  readonly adminUserIds: ReadonlySet<string>;
  /** Null: as the app has it. */
  readonly freshAgeSeconds: number | null;
  readonly impersonationSeconds: number;
  readonly allowImpersonatingAdmins: boolean;
  readonly bannedUserMessage: string;
  readonly defaultBanReason: string | null;
  readonly defaultBanSeconds: number | null;
}

export const readOptions = (given: AdminOptions): AdminSettings => ({
  roles: given.roles ?? adminRoles,
  defaultRole: given.defaultRole ?? "user",
  adminRoles: parseRoles(given.adminRoles ?? "admin"),
  // A text by itself, which only compiles without types, is one id and never its letters.
  adminUserIds: new Set([given.adminUserIds ?? []].flat()),
  freshAgeSeconds: given.freshAgeSeconds ?? null,
  impersonationSeconds: given.impersonationSeconds ?? 3600,
  allowImpersonatingAdmins: given.allowImpersonatingAdmins ?? false,
  bannedUserMessage: given.bannedUserMessage ?? adminErrors.BANNED_USER.message,
  defaultBanReason: given.defaultBanReason ?? null,
  defaultBanSeconds: given.defaultBanSeconds ?? null,
});
