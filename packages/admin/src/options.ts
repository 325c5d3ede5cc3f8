import {
  defineRoles,
  type Permissions,
  parseRoles,
  permissionsOf,
  type Roles,
  type RoleText,
  type Statements,
  unknownRoles,
} from "@keyhold/access";
import { checked, defineOptions, flag, given, isWhole, string, whole } from "@keyhold/core/options";
import { adminErrors } from "./errors.js";
import { adminRoles, adminStatements } from "./permissions.js";

/** The options of `admin`. All have defaults. */
export interface AdminOptions {
  /** All roles of the app, defined by `defineRoles` of `@keyhold/access`. Default `adminRoles`. */
  readonly roles?: Roles;
  /**
   * The role of a new user, and of a user row without a role. A user keeps the role when the option changes. It must have
   * no permission on other users. Default "user".
   */
  readonly defaultRole?: string;
  /**
   * The roles of administrators. Only administrators can change administrators; they cannot be impersonated or delete
   * themselves, and other plugins trust them, e.g. to create an organization for another user. Default "admin".
   */
  readonly adminRoles?: RoleText;
  /** Ids of users with `adminRoles` independent of their rows, e.g. for the first administrator. Default []. */
  readonly adminUserIds?: readonly string[];
  /**
   * The maximum age in seconds of a sign-in, for the routes that change users; 0: no maximum. Default:
   * `session.freshAgeSeconds`.
   *
   * @see docs/admin.md#fresh-sessions-of-administrators
   */
  readonly freshAgeSeconds?: number | null;
  /** The maximum duration of an impersonation in seconds, 1 to 86400. Default 3600. */
  readonly impersonationSeconds?: number;
  /** Allows impersonating users with `adminRoles`. Default false. */
  readonly allowImpersonatingAdmins?: boolean;
  /** The error message at the sign-in of a banned user. Default: the message of `BANNED_USER`. */
  readonly bannedUserMessage?: string;
  /** The reason of a ban without its own reason. Default null. */
  readonly defaultBanReason?: string | null;
  /** The duration in seconds of a ban without its own duration; null: permanent. Default null. */
  readonly defaultBanSeconds?: number | null;
}

/** A hundred years: not every database stores later dates. */
export const maxBanSeconds = 3_155_760_000;

const isText = (given: unknown): boolean => typeof given === "string" && given !== "";

export const adminOptions = defineOptions<AdminOptions>(
  {
    roles: given<Roles>(adminRoles),
    defaultRole: given("user"),
    adminRoles: given("admin"),
    adminUserIds: checked<readonly string[]>(
      [],
      "be ids of users; is an environment variable not set?",
      // A single string, possible without types, is one id, not a list of its characters.
      (given) => [given].flat().every(isText),
    ),
    freshAgeSeconds: checked<number | null>(null, "be a whole number of seconds, at least 0", (given) =>
      isWhole(given, 0),
    ),
    impersonationSeconds: whole(3600, 1, 86_400),
    allowImpersonatingAdmins: flag(false),
    bannedUserMessage: string(adminErrors.BANNED_USER.message, '"Write to us"'),
    defaultBanReason: string(null, '"Spam"'),
    defaultBanSeconds: whole(null, 1, maxBanSeconds),
  },
  {
    /** https://www.better-auth.com/docs/plugins/admin#options */
    remedies: {
      "better-auth": {
        ac: "write `roles: defineRoles(statements, …)`",
        impersonationSessionDuration: "write `impersonationSeconds`",
        defaultBanExpiresIn: "write `defaultBanSeconds`",
        schema: 'write `naming` of the database, e.g. `sqlite("app.db", { naming: { tables: { user: "people" } } })`',
      },
    },
    check(options) {
      const wrongRoles = rolesError(options);
      return wrongRoles === null ? nameErrors(options) : [wrongRoles];
    },
  },
);

/** The options as the routes use them. */
export interface AdminSettings extends Omit<Required<AdminOptions>, "adminRoles" | "adminUserIds"> {
  readonly adminRoles: readonly string[];
  readonly adminUserIds: ReadonlySet<string>;
}

export const settingsOf = (options: Required<AdminOptions>): AdminSettings => ({
  ...options,
  adminRoles: parseRoles(options.adminRoles),
  adminUserIds: new Set([options.adminUserIds].flat()),
});

/** The error of `defineRoles`, for roles defined without it, or with a misspelt action of `adminStatements`. */
function rolesError({ roles }: Required<AdminOptions>): string | null {
  try {
    defineRoles(statementsIn(roles), roles);
    return null;
  } catch (error) {
    return `roles: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The `adminStatements`, and the resources and actions in the app's roles. */
function statementsIn(roles: Readonly<Record<string, Permissions>>): Statements {
  const found = new Map<string, readonly string[]>();
  for (const permissions of Object.values(roles)) {
    for (const [resource, actions] of Object.entries(permissions ?? {})) {
      found.set(resource, [...(found.get(resource) ?? []), ...(Array.isArray(actions) ? actions : [])]);
    }
  }
  return { ...Object.fromEntries(found), ...adminStatements };
}

function nameErrors({ roles, defaultRole, adminRoles: given }: Required<AdminOptions>): readonly string[] {
  const adminRoles = parseRoles(given);
  const missing = (option: string, names: readonly string[]): readonly string[] =>
    unknownRoles(roles, names).map((name) => `${option}: there is no role "${name}" in roles`);
  const powers = Object.keys(permissionsOf(roles, defaultRole)).filter((resource) =>
    Object.hasOwn(adminStatements, resource),
  );
  return [
    ...missing("defaultRole", [defaultRole]),
    ...missing("adminRoles", adminRoles),
    ...(adminRoles.length === 0 ? ["adminRoles: name at least one role"] : []),
    ...(adminRoles.includes(defaultRole)
      ? [`defaultRole: every new user would be an administrator, with the role "${defaultRole}"`]
      : []),
    ...powers.map(
      (resource) =>
        `defaultRole: every new user would have permissions on other users, by "${resource}" of "${defaultRole}"`,
    ),
  ];
}
