import { defineRoles, type Permissions, permissionsOf, type Statements, unknownRoles } from "@keyhold/access";
import { type ForeignOptions, type KnownKeys, unknownKeyErrors } from "@keyhold/core/known-keys";
import type { AdminOptions, AdminSettings } from "./options.js";
import { adminStatements } from "./permissions.js";

const maxImpersonationSeconds = 86_400;
/** A hundred years: not every database stores later dates. */
export const maxBanSeconds = 3_155_760_000;

const optionKeys = {
  roles: true,
  defaultRole: true,
  adminRoles: true,
  adminUserIds: true,
  freshAgeSeconds: true,
  impersonationSeconds: true,
  allowImpersonatingAdmins: true,
  bannedUserMessage: true,
  defaultBanReason: true,
  defaultBanSeconds: true,
} as const satisfies KnownKeys<AdminOptions>;

/** https://www.better-auth.com/docs/plugins/admin#options */
const betterAuth: ForeignOptions = {
  library: "better-auth",
  remedies: {
    ac: "write `roles: defineRoles(statements, …)`",
    impersonationSessionDuration: "write `impersonationSeconds`",
    defaultBanExpiresIn: "write `defaultBanSeconds`",
    schema: "remove it: names of tables and columns are fixed",
  },
};

/** Checks the options. Returns one message per config error. */
export function configErrorsOf(given: AdminOptions, settings: AdminSettings): readonly string[] {
  const wrongRoles = rolesError(settings);
  const unknown = unknownKeyErrors(given, optionKeys, { foreign: [betterAuth] });
  return [...unknown, ...(wrongRoles === null ? nameErrors(settings) : [wrongRoles]), ...numberErrors(settings)];
}

/** The error of `defineRoles`, for roles defined without it, or with a misspelt action of `adminStatements`. */
function rolesError({ roles }: AdminSettings): string | null {
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

function nameErrors({ roles, defaultRole, adminRoles, adminUserIds }: AdminSettings): readonly string[] {
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
    ...([...adminUserIds].every((id) => typeof id === "string" && id !== "")
      ? []
      : ["adminUserIds must be ids of users; is an environment variable not set?"]),
  ];
}

const isWhole = (value: number, most: number): boolean => Number.isSafeInteger(value) && value >= 1 && value <= most;

const numberErrors = ({
  freshAgeSeconds,
  impersonationSeconds,
  defaultBanSeconds,
}: AdminSettings): readonly string[] => [
  ...(freshAgeSeconds === null || freshAgeSeconds === 0 || isWhole(freshAgeSeconds, Number.MAX_SAFE_INTEGER)
    ? []
    : ["freshAgeSeconds must be a whole number of seconds, at least 0"]),
  ...(isWhole(impersonationSeconds, maxImpersonationSeconds)
    ? []
    : [`impersonationSeconds must be a whole number from 1 to ${maxImpersonationSeconds}`]),
  ...(defaultBanSeconds === null || isWhole(defaultBanSeconds, maxBanSeconds)
    ? []
    : [`defaultBanSeconds must be a whole number from 1 to ${maxBanSeconds}, or null`]),
];
