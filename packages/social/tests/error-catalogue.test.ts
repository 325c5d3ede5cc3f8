import { accountModel, Conflict, coreErrors, userModel } from "@keyhold/core/plugin";
import { type SocialErrorCode, socialErrors } from "@keyhold/social";
import { dialects, type Json } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { open, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { failing } from "./failing.ts";
import { type Fixture, type FixtureOptions, goThere, openFixture } from "./fixture.ts";

const idp = useIdentityProvider();
const john = dialects.google.sample;

interface Ask {
  readonly options?: FixtureOptions;
  readonly send: (flow: Fixture) => Promise<Response>;
}

const google = { provider: "google" };
const tokenOf = (claims: Json = {}): Promise<string> => idp().idToken("google", john, claims);
const sendToken = async ({ browser }: Pick<Fixture, "browser">, path: string, claims: Json = {}): Promise<Response> =>
  browser.post(path, { ...google, idToken: { token: await tokenOf(claims) } });

async function linkToken(flow: Fixture): Promise<Response> {
  const { browser } = await flow.signUp("ann@example.com");
  return sendToken({ browser }, "/link-social");
}

async function stepUp(flow: Fixture): Promise<Response> {
  const { browser } = await flow.signUp("ann@example.com");
  return browser.post("/step-up/social", { ...google, callbackURL: "/" });
}

/** Requests tokens of a user who signed in with Google, after a change of the stored account. */
const ofKept =
  (path: string, change: object = {}) =>
  async (flow: Fixture): Promise<Response> => {
    await open(flow.browser, await goThere(flow));
    const account = await flow.db.find(accountModel, { providerId: "google" });
    await flow.db.transactionOn(userModel, account?.userId ?? "", (tx, user) =>
      tx.update(accountModel, account?.id ?? "", change, user),
    );
    return flow.browser.post(path, { providerId: "google" });
  };

const ended = { accessTokenExpiresAt: new Date(0) };

/** A request for each error, with the status and message of the specification. */
const asks: Readonly<Record<SocialErrorCode, readonly [status: number, message: string, ask: Ask]>> = {
  PROVIDER_NOT_FOUND: [
    404,
    "Provider not found",
    { send: ({ browser }) => browser.post("/sign-in/social", { provider: "x" }) },
  ],
  ID_TOKEN_NOT_SUPPORTED: [
    404,
    "id_token not supported",
    { options: { google: { disableIdTokenSignIn: true } }, send: (flow) => sendToken(flow, "/sign-in/social") },
  ],
  BROWSER_FLOW_REQUIRED: [
    400,
    "This flow needs a browser: send an ID token, or open the page without token mode",
    {
      options: { config: { session: { bearer: true } } },
      send: ({ browser }) =>
        browser.fetch("/sign-in/social", {
          method: "POST",
          headers: { "content-type": "application/json", "x-return-token": "1" },
          body: JSON.stringify(google),
        }),
    },
  ],
  SCOPE_NOT_ALLOWED: [
    400,
    "Scope not allowed",
    {
      options: { google: { allowedScopes: [] } },
      send: ({ browser }) => browser.post("/sign-in/social", { ...google, scopes: ["drive"] }),
    },
  ],
  USER_EMAIL_NOT_FOUND: [
    401,
    "User email not found",
    { send: (flow) => sendToken(flow, "/sign-in/social", { email: undefined }) },
  ],
  SIGNUP_DISABLED: [
    401,
    "signup disabled",
    { options: { google: { disableSignUp: true } }, send: (flow) => sendToken(flow, "/sign-in/social") },
  ],
  ACCOUNT_NOT_LINKED: [
    401,
    "account not linked",
    {
      async send(flow) {
        await flow.signUp(john.email ?? "");
        return sendToken(flow, "/sign-in/social", { email_verified: false });
      },
    },
  ],
  ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER: [
    401,
    "account already linked to different user",
    {
      async send(flow) {
        await sendToken(flow, "/sign-in/social");
        return linkToken(flow);
      },
    },
  ],
  LINKING_IS_DISABLED: [
    403,
    "Linking is disabled",
    { options: { social: { linking: { enabled: false } } }, send: linkToken },
  ],
  UNABLE_TO_LINK_ACCOUNT: [401, "unable to link account", { send: linkToken }],
  STEP_UP_NOT_SUPPORTED: [
    400,
    "Provider cannot prove that it has asked the user again",
    {
      options: { declaration: { idToken: undefined }, hasProofs: true },
      send: (flow) => stepUp(flow),
    },
  ],
  STEP_UP_NOT_CONFIGURED: [400, "Sessions have no columns for this proof", { send: (flow) => stepUp(flow) }],
  UNABLE_TO_CREATE_USER: [
    422,
    "unable to create user",
    {
      options: { google: { mapProfileToUser: () => ({ username: "ann" }) } },
      async send(flow) {
        await flow.signUp("bob@example.com", { username: "ann" });
        return sendToken({ ...flow, browser: flow.visit().browser }, "/sign-in/social");
      },
    },
  ],
  REFRESHING_NOT_SUPPORTED: [
    400,
    "Provider does not support token refreshing",
    { options: { declaration: { refreshes: false } }, send: ofKept("/refresh-token") },
  ],
  REFRESH_TOKEN_NOT_FOUND: [
    400,
    "Refresh token not found",
    { options: { google: { accessType: "online" } }, send: ofKept("/refresh-token") },
  ],
  FAILED_TO_GET_A_VALID_ACCESS_TOKEN: [
    400,
    "Failed to get a valid access token",
    { options: { google: { accessType: "online" } }, send: ofKept("/get-access-token", ended) },
  ],
  FAILED_TO_REFRESH_ACCESS_TOKEN: [
    400,
    "Failed to refresh access token",
    { send: ofKept("/refresh-token", { refreshToken: "revoked" }) },
  ],
  INVALID_TOKEN: [401, "invalid token", { send: (flow) => sendToken(flow, "/sign-in/social", { aud: "other" }) }],
  FAILED_TO_GET_USER_INFO: [
    401,
    "Failed to get user info",
    { send: (flow) => sendToken(flow, "/sign-in/social", { sub: "a\tb" }) },
  ],
  FAILED_TO_CREATE_SESSION: [
    500,
    "Failed to create session",
    {
      options: { config: { database: failing("insert", "session", new Conflict("session", "token")) } },
      send: (flow) => sendToken(flow, "/sign-in/social"),
    },
  ],
  EMAIL_NOT_VERIFIED: [
    403,
    "Email not verified",
    {
      options: { config: { emailAndPassword: { enabled: true, requireEmailVerification: true } } },
      send: (flow) => sendToken(flow, "/sign-in/social", { email_verified: false }),
    },
  ],
  ACCOUNT_NOT_FOUND: [
    400,
    "Account not found",
    {
      async send(flow) {
        const { browser } = await flow.signUp("ann@example.com");
        return browser.post("/get-access-token", { providerId: "google" });
      },
    },
  ],
};

describe("the errors of social sign-in", () => {
  test.each(Object.entries(asks))("%s", async (code, [status, message, { options = {}, send }]) => {
    const answer = await send(openFixture(idp(), options));
    expect({ status: answer.status, body: await answer.json() }).toEqual({ status, body: { code, message } });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("are complete, and those of core have the same meaning here", () => {
    expect(Object.keys(asks).sort()).toEqual(Object.keys(socialErrors).sort());
    for (const [code, entry] of Object.entries(coreErrors)) {
      if (code in socialErrors) expect(socialErrors[code as SocialErrorCode]).toEqual(entry);
    }
  });
});
