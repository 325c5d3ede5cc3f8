import { type AppleOptions, apple } from "@keyhold/social/apple";
import { appleKey, dialects, type IdentityProvider, type Json, type Person } from "@keyhold/testing/identity-provider";
import { accountAt, type Fixture, openSocial, type SocialFixtureOptions } from "./fixture.ts";

/** The client id of the app: the website has the identity provider's. */
export const bundleId = "com.example.app";

/** A user of Apple. */
export const appleUser = (subject: string): Person => ({
  ...dialects.apple.sample,
  subject,
  email: `${subject}@example.com`,
});

/** Users may delete themselves. */
export const deletion = { user: { deleteUser: { enabled: true, confirmByMail: false } } } as const;

/** An auth with Apple, for a website and an app. */
export const openApple = (
  idp: IdentityProvider,
  options: Partial<AppleOptions> = {},
  fixture: SocialFixtureOptions = {},
): Fixture =>
  openSocial(idp, [apple({ clientId: idp.clientId, ...appleKey(), appBundleIdentifier: bundleId, ...options })], {
    ...fixture,
    config: { ...deletion, ...fixture.config },
  });

/** What the app sends beside the ID token. */
export interface Beside {
  readonly user?: unknown;
  readonly authorizationCode?: unknown;
  readonly accessToken?: string;
  readonly refreshToken?: string;
}

/** The response to an app's sign-in. */
export interface AppAnswer {
  readonly status: number;
  readonly code: string | null;
  readonly user: Json | null;
}

/** Signs in from the app, by the route of the web: the ID token is for the bundle id. */
export async function appSignIn(
  idp: IdentityProvider,
  { browser }: Pick<Fixture, "browser">,
  person: Person,
  beside: Beside = {},
  path: "/sign-in/social" | "/link-social" = "/sign-in/social",
): Promise<AppAnswer> {
  const token = await idp.idToken("apple", person, { aud: bundleId });
  const response = await browser.post(path, { provider: "apple", idToken: { token, ...beside } });
  const { code = null, user = null } = (await response.json()) as Partial<AppAnswer>;
  return { status: response.status, code, user };
}

/** The code that Apple's SDK answers in the app. */
export const codeOf = (idp: IdentityProvider, person: Person, clientId = bundleId): string =>
  idp.authorizationCode("apple", person, clientId);

/** The stored tokens of a user of Apple, as they are in the table. */
export async function storedTokens(
  fixture: Pick<Fixture, "db">,
  { subject }: Person,
): Promise<{ readonly refreshToken: string | null; readonly accessToken: string | null }> {
  const { refreshToken, accessToken } = await accountAt(fixture, "apple", subject);
  return { refreshToken, accessToken };
}
