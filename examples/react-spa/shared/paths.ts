/** Every address that is a screen: those of people who are signed in, and those of everybody. */
export const accountPaths = [
  "/account/profile",
  "/account/email",
  "/account/password",
  "/account/devices",
  "/account/sign-in",
  "/account/delete",
] as const;

export const publicPaths = [
  "/",
  "/sign-in",
  "/sign-up",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
  "/account-deleted",
] as const;

export type AccountPath = (typeof accountPaths)[number];

/** Where the links of letters about an address end. The mark says that somebody came by one. */
export const confirmEmailURL = "/confirm-email?from=letter";
export const accountDeletedURL = "/account-deleted?from=letter";
