import { parseRoles, type Roles, type RoleText } from "@keyhold/access";
import { adminErrors } from "./errors.js";
import { adminRoles } from "./permissions.js";

/** The options of `admin`. All have defaults. */
export interface AdminOptions {
  /** All roles of the app, defined by `defineRoles` of @keyhold/access. Default `adminRoles`. */
  readonly roles?: Roles;
  /** The role of a new user, and of a user row without a role. Default "user". */
  readonly defaultRole?: string;
  /**
   * The roles of administrators. Only administrators can change administrators; they cannot be impersonated or delete
   * themselves. Default "admin".
   */
  readonly adminRoles?: RoleText;
  /** Ids of users with `adminRoles` independent of their rows, e.g. for the first administrator. Default: no ids. */
  readonly adminUserIds?: readonly string[];
  /**
   * The maximum age in seconds of a sign-in, for the routes that change users; 0: no maximum. Default
   * `session.freshAgeSeconds`.
   */
  readonly freshAgeSeconds?: number;
  /** The maximum duration of an impersonation in seconds, 1 to 86400. Default 3600. */
  readonly impersonationSeconds?: number;
  /** Allows impersonating users with `adminRoles`. Default false. */
  readonly allowImpersonatingAdmins?: boolean;
  /** The error message at the sign-in of a banned user. */
  readonly bannedUserMessage?: string;
  /** The reason of a ban without its own reason. Default null. */
  readonly defaultBanReason?: string | null;
  /** The duration in seconds of a ban without its own duration; null: permanent. Default null. */
  readonly defaultBanSeconds?: number | null;
}

/** The options with their defaults. */
export interface AdminSettings {
  readonly roles: Roles;
  readonly defaultRole: string;
  readonly adminRoles: readonly string[];
  readonly adminUserIds: ReadonlySet<string>;
  /** Null: the app's `session.freshAgeSeconds`. */
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
  // A single string, possible without types, is one id, not a list of its characters.
  adminUserIds: new Set([given.adminUserIds ?? []].flat()),
  freshAgeSeconds: given.freshAgeSeconds ?? null,
  impersonationSeconds: given.impersonationSeconds ?? 3600,
  allowImpersonatingAdmins: given.allowImpersonatingAdmins ?? false,
  bannedUserMessage: given.bannedUserMessage ?? adminErrors.BANNED_USER.message,
  defaultBanReason: given.defaultBanReason ?? null,
  defaultBanSeconds: given.defaultBanSeconds ?? null,
});
