import { defineRoles, everything, type Roles, type Statements, without } from "@keyhold/access";
import type { UserRow } from "@keyhold/core";
import { checked, defineOptions, flag, given, isWhole, type Option } from "@keyhold/core/options";
import { type Settings, safeRedirect } from "@keyhold/core/plugin";
import type { Organization } from "./models.js";
import { isLimit } from "./records/limit.js";
import { organizationRoles, organizationStatements } from "./role/default-roles.js";

/**
 * A whole number from 0, `Infinity` for no limit, or a function returning one of these. The function runs outside of
 * transactions.
 */
export type LimitOf<Subject> = number | ((subject: Subject) => number | Promise<number>);

/** An option of a limit, with its default. */
export const limitOption = <Subject>(initial: number): Option<LimitOf<Subject>> =>
  checked<LimitOf<Subject>>(
    initial,
    "be a whole number from 0, Infinity for no limit, or a function returning one",
    (given) => typeof given === "function" || isLimit(given),
  );

/** The options of `organization`; an omitted one has its default. */
export interface OrganizationOptions {
  /**
   * Whether users may create organizations: every user, no user, or a function of the user. Not checked for server-side
   * calls. Default true.
   *
   * @see docs/organizations/manage.md#who-may-create-organizations
   */
  readonly allowUserToCreateOrganization: boolean | ((user: UserRow) => boolean | Promise<boolean>);
  /** The maximum number of organizations per user, including the one to create, or a function of the user. Default: unlimited. */
  readonly organizationLimit: LimitOf<UserRow>;
  /** The maximum number of members per organization, or a function of the organization. Default 100. */
  readonly membershipLimit: LimitOf<Organization>;
  /** The maximum number of pending invitations per organization, or a function of the organization. Default 100. */
  readonly invitationLimit: LimitOf<Organization>;
  /**
   * The maximum number of roles created by an organization, or a function of the organization; 0: organizations cannot
   * create roles. Default 0.
   *
   * @see docs/organizations/roles.md
   */
  readonly roleLimit: LimitOf<Organization>;
  /** Lifetime of an invitation in seconds, a year at most. Default 172800 (2 days). */
  readonly invitationExpiresInSeconds: number;
  /**
   * The target of the link in invitation emails, which appends `?token=`: a path, or a URL at a trusted origin. Default
   * "/accept-invitation".
   */
  readonly invitationURL: string;
  /** Accepting an invitation requires a verified email address, or the link from its email. Default true. */
  readonly requireEmailVerificationOnInvitation: boolean;
  /**
   * Inviting requires a verified email address. Without `mail`, addresses cannot be verified, and the option has no
   * effect. Default true.
   */
  readonly requireEmailVerificationToInvite: boolean;
  /** Inviting an address again cancels its pending invitation instead of failing. Default false. */
  readonly cancelPendingInvitationsOnReInvite: boolean;
  /**
   * A new session starts with the user's first-joined organization as the active one; false: without an active
   * organization. Default false.
   *
   * @see docs/organizations/manage.md#active-organization
   */
  readonly activeOrganizationOnSignIn: boolean;
  /** Disables the deletion of organizations by users. Default false. */
  readonly disableOrganizationDeletion: boolean;
  /** The resources and their actions; extend the default for your own. Default `organizationStatements`. */
  readonly statements: Statements;
  /**
   * The app's roles, e.g. `defineRoles(statements, …)`. Default `organizationRoles`: owner, admin and member.
   *
   * @see docs/access.md
   */
  readonly roles: Roles;
  /**
   * The role of the creator of an organization. Only members with this role may change members with it. Default "owner".
   */
  readonly creatorRole: string;
}

/** What screens need to know, by the plugin `publicOptions()`. */
export interface OrganizationOffer {
  /** Whether each user may create an organization; false also if a function decides. */
  readonly creation: boolean;
  readonly deletion: boolean;
  readonly creatorRole: string;
}

const maxInvitationSeconds = 365 * 86_400;
const hook = 'write a hook of `createAuth`, e.g. `hooks: { "organization.create": … }`';

export const organizationOptions = defineOptions<OrganizationOptions>(
  {
    allowUserToCreateOrganization: checked<OrganizationOptions["allowUserToCreateOrganization"]>(
      true,
      "be true, false, or a function of the user returning a boolean",
      (given) => typeof given === "boolean" || typeof given === "function",
    ),
    organizationLimit: limitOption(Number.POSITIVE_INFINITY),
    membershipLimit: limitOption(100),
    invitationLimit: limitOption(100),
    roleLimit: limitOption(0),
    invitationExpiresInSeconds: checked(
      172_800,
      "be a whole number of seconds, at least 1 and at most a year",
      (given) => isWhole(given, 1, maxInvitationSeconds),
    ),
    invitationURL: given("/accept-invitation"),
    requireEmailVerificationOnInvitation: flag(true),
    requireEmailVerificationToInvite: flag(true),
    cancelPendingInvitationsOnReInvite: flag(false),
    activeOrganizationOnSignIn: flag(false),
    disableOrganizationDeletion: flag(false),
    statements: given(organizationStatements),
    roles: given<Roles>(organizationRoles),
    creatorRole: given("owner"),
  },
  {
    /** https://www.better-auth.com/docs/plugins/organization#options */
    remedies: {
      "better-auth": {
        ac: "write `statements` and `roles`",
        teams: "write `plugins: [organization(), teams({ … })]`",
        sendInvitationEmail: "give `mail` to `createAuth`, which delivers every email",
        schema:
          'write `naming` of the database, e.g. `sqlite("app.db", { naming: { tables: { member: "members" } } })`',
        organizationCreation: hook,
        organizationHooks: hook,
        organizationDeletion: 'write `disableOrganizationDeletion`, or a hook at `"organization.delete"`',
        dynamicAccessControl: "write `roleLimit`",
      },
    },
    check: (options, settings) => [...urlErrors(options, settings), ...roleErrors(options)],
  },
);

const anywhere = { entries: [], trustsUrl: () => true, trustsExactly: () => true, trustsOrigin: () => true };

function urlErrors({ invitationURL }: OrganizationOptions, settings: Settings): readonly string[] {
  // A `trustedOrigins` function needs a request; the app itself configured this URL, so it is trusted here.
  const trusted = settings.trustedOriginsOf ? anywhere : settings.trustedOrigins;
  // A build has no `baseURL`: the server that has one checks the address.
  const isUnknown = !URL.canParse(settings.origin);
  const isAddress =
    typeof invitationURL === "string" && (isUnknown || safeRedirect(invitationURL, settings, trusted) !== null);
  return isAddress
    ? []
    : ['invitationURL: must be a path, e.g. "/accept-invitation", or an address at one of trustedOrigins'];
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
