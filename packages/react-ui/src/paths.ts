/** The paths of an app's screens. */
export interface Paths {
  /** The screen after a sign-in. Default "/". */
  readonly home: string;
  /** Default "/sign-in". */
  readonly signIn: string;
  /**
   * Sign-in by a link in an email: for the `confirmPage` of the server's `magicLink()`, too. Default "/magic-link".
   */
  readonly magicLink: string;
  /** Sign-in by a code in an email. Default "/email-code". */
  readonly emailCode: string;
  /** Sign-in by a code to a phone. Default "/phone-code". */
  readonly phoneCode: string;
  /** Default "/sign-up". */
  readonly signUp: string;
  /** Default "/forgot-password". */
  readonly forgotPassword: string;
  /** The link in the email about a forgotten password leads here. Default "/reset-password". */
  readonly resetPassword: string;
  /** Links in emails about an address lead here. Default "/verify-email". */
  readonly verifyEmail: string;
  /** The second step of a sign-in: the `page` of the server's `twoFactor()`. Default "/two-factor". */
  readonly twoFactor: string;
  /** Default "/account". */
  readonly account: string;
  /**
   * The active organization; the sections are below this path, e.g. "/organization/members". Default "/organization".
   */
  readonly organization: string;
  /** The organizations of the user; The path followed by "/new" creates an organization. Default "/organizations". */
  readonly organizations: string;
  /** The list of all users, for administrators; a user is at this path followed by "/users/…". Default "/admin". */
  readonly admin: string;
  /** The link in the email of an invitation leads here. Default "/accept-invitation". */
  readonly acceptInvitation: string;
  /** Links in emails about a deleted account lead here. Default "/account-deleted". */
  readonly accountDeleted: string;
  /** What the app sells: `PricingTable`. Default "/pricing". */
  readonly pricing?: string;
  /** The plan of the user, or of the active organization: `BillingSettings`. Default "/billing". */
  readonly billing?: string;
  /**
   * The API keys of the user: `ApiKeys`. The path followed by "/organization" has the keys of the active organization.
   * Default "/api-keys".
   */
  readonly apiKeys?: string;
  /** A checkout leads back here: `CheckoutResult`. Default "/checkout-result". */
  readonly checkoutResult?: string;
}

export const defaultPaths: Paths = {
  home: "/",
  signIn: "/sign-in",
  magicLink: "/magic-link",
  emailCode: "/email-code",
  phoneCode: "/phone-code",
  signUp: "/sign-up",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  verifyEmail: "/verify-email",
  twoFactor: "/two-factor",
  account: "/account",
  organization: "/organization",
  organizations: "/organizations",
  admin: "/admin",
  acceptInvitation: "/accept-invitation",
  accountDeleted: "/account-deleted",
};
