import { defineRoles, everything, type Statements, without } from "@keyhold/access";
import { safeRedirect } from "@keyhold/core";
import { isLimit } from "./limit.js";
import { type OrganizationOptions, optionNames } from "./options.js";
import { organizationStatements } from "./roles.js";

/** Why organizations cannot be run safely with these options, each a sentence that begins with the option's name. */
export const optionProblems = (options: OrganizationOptions): readonly string[] => [
  ...unknownProblems(options),
  ...limitProblems(options),
  ...switchProblems(options),
  ...invitationProblems(options),
  ...roleProblems(options),
];

/** A misspelt `disableOrganizationDeletion` would disable nothing. */
const unknownProblems = (options: OrganizationOptions): readonly string[] =>
  Object.keys(options)
    .filter((name) => !optionNames.includes(name))
    .map((name) => `${name}: there is no such option, only ${optionNames.join(", ")}`);

const limits = ["organizationLimit", "membershipLimit", "invitationLimit", "roleLimit"] as const;

const limitProblems = (options: OrganizationOptions): readonly string[] =>
  limits
    .filter((name) => typeof options[name] !== "function" && !isLimit(options[name]))
    .map((name) => `${name}: must be a whole number from 0, Infinity for none, or a function that answers with one`);

const switches = [
  "requireEmailVerificationOnInvitation",
  "cancelPendingInvitationsOnReInvite",
  "activeOrganizationOnSignIn",
  "disableOrganizationDeletion",
] as const;

function switchProblems(options: OrganizationOptions): readonly string[] {
  const { allowUserToCreateOrganization: allow } = options;
  return [
    ...(typeof allow === "boolean" || typeof allow === "function"
      ? []
      : ["allowUserToCreateOrganization: must be true, false, or a function of the user that answers with one"]),
    ...switches.filter((name) => typeof options[name] !== "boolean").map((name) => `${name}: must be true or false`),
  ];
}

const longestInvitationSeconds = 365 * 86_400;

function invitationProblems({ invitationExpiresInSeconds: seconds, invitationURL }: OrganizationOptions): string[] {
  const isLifetime = Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= longestInvitationSeconds;
  // Which origins are trusted is not known yet: whoever sends the letter asks that.
  const anywhere = { trustsUrl: () => true, trustsOrigin: () => true };
  const isAddress =
    typeof invitationURL === "string" &&
    safeRedirect(invitationURL, { origin: "https://localhost" }, anywhere) !== null;
  return [
    ...(isLifetime
      ? []
      : ["invitationExpiresInSeconds: must be a whole number of seconds, at least 1 and at most a year"]),
    ...(isAddress ? [] : ['invitationURL: must be a path, e.g. "/accept-invitation", or an address']),
  ];
}

function roleProblems({ statements, roles, creatorRole }: OrganizationOptions): readonly string[] {
  try {
    defineRoles(statements, roles);
  } catch (error) {
    return [`roles: ${error instanceof Error ? error.message : "are none"}`];
  }
  const lacking = without<Statements>(everything(organizationStatements), statements);
  const missing = Object.entries(lacking).flatMap(([resource, actions = []]) =>
    actions.map((action) => `${resource}.${action}`),
  );
  return [
    ...(missing.length === 0
      ? []
      : [`statements: lack ${missing.join(", ")}, which routes ask for; spread organizationStatements into yours`]),
    ...(typeof creatorRole === "string" && Object.hasOwn(roles, creatorRole)
      ? []
      : ["creatorRole: must be one of roles, because organizations begin with a member who has it"]),
  ];
}
