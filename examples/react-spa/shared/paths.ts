/** The paths of all screens: those for signed-in users, and public ones. */
export const accountPaths = [
  "/account/profile",
  "/account/email",
  "/account/phone",
  "/account/password",
  "/account/devices",
  "/account/sign-in",
  "/account/passkeys",
  "/account/two-factor",
  "/account/delete",
] as const;

/** Screens of the active organization. */
export const organizationPaths = [
  "/organization/members",
  "/organization/invitations",
  "/organization/teams",
  "/organization/settings",
  "/organization/billing",
] as const;

/** The merchant's dashboard. */
export const shopPaths = [
  "/shop",
  "/shop/orders",
  "/shop/subscriptions",
  "/shop/customers",
  "/shop/products",
  "/shop/activity",
  "/shop/webhooks",
] as const;

/** What a customer buys and has: `/pricing` is open to visitors, too. */
export const billingPaths = ["/pricing", "/checkout-result", "/billing", "/notes"] as const;

/** The API keys of the user, and of the active organization. */
export const keyPaths = ["/api-keys", "/api-keys/organization"] as const;

/** Further screens for signed-in users. */
export const workPaths = ["/account", "/organizations", "/organizations/new", "/organization", "/admin"] as const;

export const publicPaths = [
  "/",
  "/sign-in",
  "/sign-up",
  "/magic-link",
  "/email-code",
  "/phone-code",
  "/tea",
  "/forgot-password",
  "/reset-password",
  "/verify-email",
  "/account-deleted",
  "/two-factor",
  "/accept-invitation",
  "/device",
] as const;

export type ShopPath = (typeof shopPaths)[number];

/** Screens of one row: its id is the last part of the path. */
export const teamPath = /^\/organization\/teams\/(?<id>[\w-]+)$/;
export const userPath = /^\/admin\/users\/(?<id>[\w-]+)$/;

const plainPaths: ReadonlySet<string> = new Set([
  ...publicPaths,
  ...accountPaths,
  ...organizationPaths,
  ...keyPaths,
  ...workPaths,
  ...shopPaths,
  ...billingPaths,
]);

/** Whether a path is a screen, for any user. */
export const isScreen = (path: string): boolean => plainPaths.has(path) || teamPath.test(path) || userPath.test(path);
