import { memory } from "@keyhold/adapter-memory";
import { StorageUnavailable } from "@keyhold/core/adapter";
import { Conflict, userModel } from "@keyhold/core/plugin";
import type { CallbackCode } from "@keyhold/social";
import type { Faults } from "@keyhold/testing/identity-provider";
import { type CallbackResult, callbackResultOf, open } from "../../../tests/harness/sign-in-flow.ts";
import { restarts } from "./callback-restarts.ts";
import { failing } from "./failing.ts";
import { withClaims } from "./faults.ts";
import { type Fixture, type FixtureOptions, goThere, goThereAndBack, openFixture } from "./fixture.ts";

/** A flow that fails, and the explanation for developers. */
export interface Cause {
  readonly what: string;
  readonly options?: FixtureOptions;
  /** Faults of the provider. */
  readonly faults?: Faults;
  /** Default: the whole flow. */
  readonly come?: (flow: Fixture) => Promise<CallbackResult>;
  /** The explanation names the cookie, the parameter or the option that caused the failure. */
  readonly says: RegExp;
  /** The request fails before the flow is looked up, so no event is emitted. Default false. */
  readonly isEarly?: boolean;
  /** The failure is logged, because the error has more details. Default false. */
  readonly isLogged?: boolean;
}

/** The email address of Google's sample. */
const sample = "jsmith@example.com";

/** A user with that address and a password. Google has not verified the address, unless a fault says so. */
async function comeAsOwner(flow: Fixture): Promise<CallbackResult> {
  await flow.signUp(sample);
  return goThereAndBack(flow);
}

async function link(flow: Fixture, email: string): Promise<CallbackResult> {
  const { browser } = await flow.signUp(email);
  return open(browser, await goThere({ ...flow, browser }, {}, { path: "/link-social" }));
}

async function stepUp(flow: Fixture): Promise<CallbackResult> {
  const { browser } = await flow.signUp("ann@example.com");
  return open(browser, await goThere({ ...flow, browser }, { provider: "example" }, { path: "/step-up/social" }));
}

/** Opens the callback after the app's list of trusted origins has become shorter. */
async function comeBackUntrusted(flow: Fixture): Promise<CallbackResult> {
  const database = memory();
  const config = { baseURL: flow.baseURL, database };
  const before = openFixture(flow.idp, { config: { ...config, trustedOrigins: ["https://spa.example.com"] } });
  const url = await goThere(before, { callbackURL: "https://spa.example.com/home" });
  const after = openFixture(flow.idp, { config });
  return callbackResultOf(await after.auth.handler(new Request(url, { headers: before.browser.headers() })));
}

/** At least one cause of each code. */
export const causes: Readonly<Record<CallbackCode, readonly Cause[]>> = {
  invalid_callback_request: [
    {
      what: "an `iss` of another server",
      faults: { callback: (parameters) => parameters.set("iss", "https://evil.example") },
      says: /`iss`.+Google/,
    },
    {
      what: "an `iss` of another server with an error",
      faults: {
        callback(parameters) {
          parameters.set("iss", "https://evil.example");
          parameters.set("error", "access_denied");
        },
      },
      says: /`iss`.+Google/,
    },
    {
      what: "two codes",
      faults: { callback: (parameters) => parameters.append("code", "x") },
      says: /code: Given more than once/,
      isEarly: true,
    },
    {
      what: "two of a parameter with a long name",
      come: ({ browser }) => open(browser, `/callback/google?${"x.".repeat(450)}=1&${"x.".repeat(450)}=2`),
      says: /The parameters of the callback are invalid: (x\.){20}/,
      isEarly: true,
    },
    {
      what: "a code that exceeds the maximum length",
      faults: { callback: (parameters) => parameters.set("code", "x".repeat(10_000)) },
      says: /code: Too big/,
      isEarly: true,
    },
  ],
  state_not_found: [
    {
      what: "no state",
      faults: { callback: (parameters) => parameters.delete("state") },
      says: /Google sent no `state`/,
    },
  ],
  please_restart_the_process: restarts,
  oauth_provider_not_found: [
    {
      what: "a URL of a provider that is not configured",
      come: async (flow) => open(flow.browser, (await goThere(flow)).href.replace("/google?", "/nope?")),
      says: /not in the `providers`/,
    },
  ],
  no_code: [
    {
      what: "neither a code nor an error",
      faults: { callback: (parameters) => parameters.delete("code") },
      says: /Google sent neither a `code` nor an `error`/,
    },
  ],
  no_callback_url: [
    {
      what: "a callbackURL that is no longer trusted",
      come: comeBackUntrusted,
      says: /callbackURL of the flow is no longer trusted/,
      isEarly: true,
    },
  ],
  invalid_code: [
    {
      what: "a code that Google does not know",
      come: (flow) => goThereAndBack(flow, { code: "x" }),
      says: /token endpoint of Google answered 400 with the error invalid_grant/,
      isLogged: true,
    },
    {
      what: "a token endpoint that redirects",
      faults: { answers: { token: { redirectTo: "https://evil.example/token" } } },
      says: /token endpoint of Google.+redirect, which is not followed/,
      isLogged: true,
    },
    {
      what: "an error with the status 200",
      faults: { answers: { token: { status: 200, json: { error: "invalid_grant" } } } },
      says: /token endpoint of Google answered.+invalid_grant/,
      isLogged: true,
    },
  ],
  unable_to_get_user_info: [
    {
      what: "an ID token without a signature",
      faults: { signature: "none" },
      says: /ID token is invalid/,
      isLogged: true,
    },
  ],
  email_not_found: [
    {
      what: "no address",
      faults: withClaims({ email: undefined }),
      says: /Google sent no email address: `mapProfileToUser`/,
    },
  ],
  email_not_verified: [
    {
      what: "an email address that must be verified first",
      options: { config: { emailAndPassword: { enabled: true, requireEmailVerification: true } } },
      faults: withClaims({ email_verified: false }),
      says: /must be verified first: the link is in an email/,
    },
  ],
  signup_disabled: [
    {
      what: "a new user with disableSignUp",
      options: { google: { disableSignUp: true } },
      says: /`disableSignUp` is set/,
    },
    {
      what: "a new user without requestSignUp",
      options: { google: { disableImplicitSignUp: true } },
      says: /`requestSignUp: true`.+`disableImplicitSignUp`/,
    },
  ],
  account_not_linked: [
    {
      what: "an unverified email address",
      faults: withClaims({ email_verified: false }),
      come: comeAsOwner,
      says: /Google has not verified it/,
    },
    {
      what: "linking that is disabled",
      options: { social: { linking: { enabled: false } } },
      come: comeAsOwner,
      says: /Linking is disabled/,
    },
  ],
  account_already_linked_to_different_user: [
    {
      what: "an identity of another user",
      async come(flow) {
        await goThereAndBack(flow);
        return link({ ...flow, browser: flow.visit().browser }, "ann@example.com");
      },
      says: /Google is linked to another user/,
    },
  ],
  unable_to_link_account: [
    {
      what: "an account that the database rejects",
      options: { config: { database: failing("insert", "account", new Error("A disk is full.")) } },
      async come({ db, ...flow }) {
        const at = new Date();
        await db.insert(userModel, { email: sample, name: "J", emailVerified: true, createdAt: at, updatedAt: at });
        return goThereAndBack({ db, ...flow });
      },
      says: /account could not be stored for its user: see the log/,
      isLogged: true,
    },
    {
      what: "another email address than the user's",
      come: (flow) => link(flow, "ann@example.com"),
      says: /not the user's: `linking\.allowDifferentEmails`/,
    },
  ],
  unable_to_create_user: [
    {
      what: "a user that the database rejects",
      options: { config: { database: failing("insert", "user", new Error("A disk is full.")) } },
      says: /user could not be stored with the account: see the log/,
      isLogged: true,
    },
    {
      what: "a username that is taken",
      options: { google: { mapProfileToUser: () => ({ username: "ann" }) } },
      async come(flow) {
        await flow.signUp("ann@example.com", { username: "ann" });
        return goThereAndBack(flow);
      },
      says: /username is already taken/,
    },
  ],
  unable_to_create_session: [
    {
      what: "a session that the database rejects",
      options: { config: { database: failing("insert", "session", new Error("A disk is full.")) } },
      says: /session could not be stored: see the log/,
      isLogged: true,
    },
    {
      what: "a session with a conflict",
      options: { config: { database: failing("insert", "session", new Conflict("session", "token")) } },
      says: /Failed to create session/,
    },
  ],
  step_up_not_proven: [
    {
      what: "a step-up at a provider that does not say when it has asked the user",
      options: { hasProofs: true },
      faults: withClaims({ auth_time: undefined }),
      come: (flow) => stepUp(flow),
      says: /ID token of Example ID has no `auth_time`/,
    },
    {
      what: "a step-up with a sign-in from before the flow",
      options: { hasProofs: true },
      faults: withClaims({ auth_time: 1 }),
      come: (flow) => stepUp(flow),
      says: /`auth_time` of Example ID is from before the flow/,
    },
    {
      what: "a step-up with a sign-in in the future",
      options: { hasProofs: true },
      faults: withClaims({ auth_time: 32_503_680_000 }),
      come: (flow) => stepUp(flow),
      says: /`auth_time` of Example ID is in the future/,
    },
    {
      what: "a step-up with an account that is not the user's",
      options: { hasProofs: true },
      come: async (flow) => {
        flow.idp.fail(withClaims({ auth_time: Math.floor(flow.clock.now().getTime() / 1000) }));
        return stepUp(flow);
      },
      says: /account at Example ID is not linked to the user/,
    },
  ],
  internal_server_error: [
    {
      what: "a surprise",
      options: { config: { database: failing("find", "account", new Error("A disk is full.")) } },
      says: /unexpected error: see the log/,
      isLogged: true,
    },
    {
      what: "a database that is unavailable",
      options: { config: { database: failing("insert", "account", new StorageUnavailable("away")) } },
      says: /database could not be reached/,
      isLogged: true,
    },
  ],
  too_many_requests: [
    {
      what: "more than sixty requests in a minute from one IP address",
      options: { config: { rateLimit: { enabled: true, limits: { "/sign-in/social": false } } } },
      async come(flow) {
        for (let turn = 0; turn < 60; turn += 1) await open(flow.browser, "/callback/google");
        return goThereAndBack(flow);
      },
      says: /Too many requests/,
      isEarly: true,
    },
  ],
};
