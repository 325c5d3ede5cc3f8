/** Every address that is a screen: those of people who are signed in, and those of everybody. */
export const accountPaths = [
  "/account/profile",
  "/account/email",
  "/account/password",
  "/account/devices",
  "/account/sign-in",
  "/account/delete",
] as const;

/** Screens of the organization that is the active one. */
export const organizationPaths = [
  "/organization/members",
  "/organization/invitations",
  "/organization/teams",
  "/organization/settings",
] as const;

/** Further ones for people who are signed in. */
export const workPaths = ["/organizations", "/organizations/new", "/organization", "/admin"] as const;

export const publicPaths = [
  "/",
  "/sign-in",
  "/sign-up",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
  "/account-deleted",
  "/accept-invitation",
] as const;

export type AccountPath = (typeof accountPaths)[number];
export type OrganizationPath = (typeof organizationPaths)[number];

/** Screens of one thing among many: the id of it is the last part of the address. */
export const teamPath = /^\/organization\/teams\/(?<id>[\w-]+)$/;
export const userPath = /^\/admin\/users\/(?<id>[\w-]+)$/;

const plainPaths: ReadonlySet<string> = new Set([...publicPaths, ...accountPaths, ...organizationPaths, ...workPaths]);

/** Whether a path is a screen, for whoever may see it. */
export const isScreen = (path: string): boolean => plainPaths.has(path) || teamPath.test(path) || userPath.test(path);

/** Where the links of letters about an address end. The mark says that somebody came by one. */
export const confirmEmailURL = "/confirm-email?from=letter";
export const accountDeletedURL = "/account-deleted?from=letter";
