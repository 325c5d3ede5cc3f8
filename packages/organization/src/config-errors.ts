import { defineRoles, everything, type Statements, without } from "@keyhold/access";
import { type ForeignOptions, unknownKeyErrors } from "@keyhold/core/known-keys";
import { type Settings, safeRedirect } from "@keyhold/core/plugin";
import { isLimit } from "./limit.js";
import { type OrganizationOptions, optionKeys } from "./options.js";
import { organizationStatements } from "./roles.js";

/** Checks the options. Returns one message per config error, each beginning with the option's name. */
export const optionErrors = (options: OrganizationOptions, settings: Settings): readonly string[] => [
  ...unknownKeyErrors(options, optionKeys, { foreign: [betterAuth] }),
  ...limits.flatMap((name) => limitErrors(name, options[name])),
  ...switches.flatMap((name) => switchErrors(name, options[name])),
  ...creationErrors(options),
  ...invitationErrors(options, settings),
  ...roleErrors(options),
];

const hook = 'write a rule, e.g. `"organization.create"`';

/** https://www.better-auth.com/docs/plugins/organization#options */
const betterAuth: ForeignOptions = {
  library: "better-auth",
  remedies: {
    ac: "write `statements` and `roles`",
    teams: "write `plugins: [organization(), teams({ … })]`",
    sendInvitationEmail: "give `mail` to `createAuth`, which delivers every email",
    schema: "remove it: names of tables and columns are fixed",
    organizationCreation: hook,
    organizationHooks: hook,
    organizationDeletion: 'write `disableOrganizationDeletion`, or a rule at `"organization.delete"`',
    dynamicAccessControl: "write `roleLimit`",
  },
};

export const limitErrors = (name: string, limit: unknown): readonly string[] =>
  typeof limit === "function" || isLimit(limit)
    ? []
    : [`${name}: must be a whole number from 0, Infinity for no limit, or a function returning one`];

export const switchErrors = (name: string, value: unknown): readonly string[] =>
  typeof value === "boolean" ? [] : [`${name}: must be true or false`];

const limits = ["organizationLimit", "membershipLimit", "invitationLimit", "roleLimit"] as const;

const switches = [
  "requireEmailVerificationOnInvitation",
  "requireEmailVerificationToInvite",
  "cancelPendingInvitationsOnReInvite",
  "activeOrganizationOnSignIn",
  "disableOrganizationDeletion",
] as const;

const creationErrors = ({ allowUserToCreateOrganization: allow }: OrganizationOptions): readonly string[] =>
  typeof allow === "boolean" || typeof allow === "function"
    ? []
    : ["allowUserToCreateOrganization: must be true, false, or a function of the user returning a boolean"];

const anywhere = { entries: [], trustsUrl: () => true, trustsExactly: () => true, trustsOrigin: () => true };
const maxInvitationSeconds = 365 * 86_400;

function invitationErrors(
  { invitationExpiresInSeconds: seconds, invitationURL }: OrganizationOptions,
  settings: Settings,
): string[] {
  const isLifetime = Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= maxInvitationSeconds;
  // A `trustedOrigins` function needs a request; the app itself configured this URL, so it is trusted here.
  const trusted = settings.trustedOriginsOf ? anywhere : settings.trustedOrigins;
  // A build has no `baseURL`: the server that has one checks the address.
  const isUnknown = !URL.canParse(settings.origin);
  const isAddress =
    typeof invitationURL === "string" && (isUnknown || safeRedirect(invitationURL, settings, trusted) !== null);
  return [
    ...(isLifetime
      ? []
      : ["invitationExpiresInSeconds: must be a whole number of seconds, at least 1 and at most a year"]),
    ...(isAddress
      ? []
      : ['invitationURL: must be a path, e.g. "/accept-invitation", or an address at one of trustedOrigins']),
  ];
}

function roleErrors({ statements, roles, creatorRole }: OrganizationOptions): readonly string[] {
  try {
    defineRoles(statements, roles);
  } catch (error) {
    return [`roles: ${error instanceof Error ? error.message : "invalid"}`];
  }
  const lacking = without<Statements>(everything(organizationStatements), statements);
  const missing = Object.entries(lacking).flatMap(([resource, actions = []]) =>
    actions.map((action) => `${resource}.${action}`),
  );
  return [
    ...(missing.length === 0
      ? []
      : [`statements: lack ${missing.join(", ")}; the routes need them: spread organizationStatements into yours`]),
    ...(typeof creatorRole === "string" && Object.hasOwn(roles, creatorRole)
      ? []
      : ["creatorRole: must be one of roles, because every organization starts with a member with this role"]),
  ];
}
