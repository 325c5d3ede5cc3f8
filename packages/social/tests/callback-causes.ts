import { memory } from "@keyhold/adapter-memory";
import { StorageUnavailable } from "@keyhold/core/adapter";
import { Conflict, userModel } from "@keyhold/core/plugin";
import type { CallbackCode } from "@keyhold/social";
import type { Faults } from "@keyhold/testing/identity-provider";
import { restarts } from "./callback-restarts.ts";
import { failing } from "./failing.ts";
import { withClaims } from "./faults.ts";
import { type Fixture, type FixtureOptions, goThere, goThereAndBack, openFixture } from "./fixture.ts";
import { type CallbackResult, callbackResultOf, open } from "./sign-in-flow.ts";

/** One way to be refused: a whole journey, and what a developer is told of its cause. */
export interface Cause {
  readonly what: string;
  readonly options?: FixtureOptions;
  /** What goes wrong at the provider. */
  readonly faults?: Faults;
  /** Default: there and back. */
  readonly come?: (flow: Fixture) => Promise<CallbackResult>;
  /** The cookie, the parameter or the option that was the cause. */
  readonly says: RegExp;
  /** It is refused before anybody looks for a flow, so that listeners hear nothing. Default false. */
  readonly isEarly?: boolean;
  /** The log hears of it, for there is more to say. Default false. */
  readonly isLogged?: boolean;
}

/** The address of Google's sample. */
const sample = "jsmith@example.com";

/** Somebody with that address by password; Google says that it has no proof of it, unless told otherwise. */
async function comeAsOwner(flow: Fixture): Promise<CallbackResult> {
  await flow.signUp(sample);
  return goThereAndBack(flow);
}

async function link(flow: Fixture, email: string): Promise<CallbackResult> {
  const { browser } = await flow.signUp(email);
  return open(browser, await goThere({ ...flow, browser }, {}, { path: "/link-social" }));
}

/** Comes back to the same app after its list of trusted origins has become shorter. */
async function comeBackUntrusted(flow: Fixture): Promise<CallbackResult> {
  const database = memory();
  const config = { baseURL: flow.baseURL, database };
  const before = openFixture(flow.idp, { config: { ...config, trustedOrigins: ["https://spa.example.com"] } });
  const url = await goThere(before, { callbackURL: "https://spa.example.com/home" });
  const after = openFixture(flow.idp, { config });
  return callbackResultOf(await after.auth.handler(new Request(url, { headers: before.browser.headers() })));
}

/** A way to each code, and to most several. */
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
      says: /What came back is not understood: (x\.){20}/,
      isEarly: true,
    },
    {
      what: "a code that is longer than any",
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
      says: /not among the `providers`/,
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
      what: "a callbackURL that is not trusted any more",
      come: comeBackUntrusted,
      says: /callbackURL that the flow began with is not trusted any more/,
      isEarly: true,
    },
  ],
  invalid_code: [
    {
      what: "a code that Google does not know",
      come: (flow) => goThereAndBack(flow, { code: "x" }),
      says: /Google refused at its token endpoint with 400 and the error invalid_grant/,
      isLogged: true,
    },
    {
      what: "a token endpoint that leads elsewhere",
      faults: { answers: { token: { redirectTo: "https://evil.example/token" } } },
      says: /token endpoint of Google.+redirect, which is not followed/,
      isLogged: true,
    },
    {
      what: "a refusal that is answered 200",
      faults: { answers: { token: { status: 200, json: { error: "invalid_grant" } } } },
      says: /Google refused at its token endpoint.+invalid_grant/,
      isLogged: true,
    },
  ],
  unable_to_get_user_info: [
    {
      what: "an ID token that nobody signed",
      faults: { signature: "none" },
      says: /ID token is not to be believed/,
      isLogged: true,
    },
  ],
  email_not_found: [
    {
      what: "no address",
      faults: withClaims({ email: undefined }),
      says: /Google told no address: `mapProfileToUser`/,
    },
  ],
  email_not_verified: [
    {
      what: "an address that has to be proven first",
      options: { config: { emailAndPassword: { enabled: true, requireEmailVerification: true } } },
      faults: withClaims({ email_verified: false }),
      says: /must be proven first: the link is in a letter/,
    },
  ],
  signup_disabled: [
    { what: "nobody new", options: { google: { disableSignUp: true } }, says: /`disableSignUp` is set/ },
    {
      what: "nobody new who did not say so",
      options: { google: { disableImplicitSignUp: true } },
      says: /`requestSignUp: true`.+`disableImplicitSignUp`/,
    },
  ],
  account_not_linked: [
    {
      what: "an address without proof",
      faults: withClaims({ email_verified: false }),
      come: comeAsOwner,
      says: /Google has no proof of the address/,
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
      what: "an identity of somebody else",
      async come(flow) {
        await goThereAndBack(flow);
        return link({ ...flow, browser: flow.visit().browser }, "ann@example.com");
      },
      says: /Google is somebody else's/,
    },
  ],
  unable_to_link_account: [
    {
      what: "an account that the database does not take",
      options: { config: { database: failing("insert", "account", new Error("A disk is full.")) } },
      async come({ db, ...flow }) {
        const at = new Date();
        await db.insert(userModel, { email: sample, name: "J", emailVerified: true, createdAt: at, updatedAt: at });
        return goThereAndBack({ db, ...flow });
      },
      says: /account could not be stored for its user: the log says why/,
      isLogged: true,
    },
    {
      what: "an address that differs",
      come: (flow) => link(flow, "ann@example.com"),
      says: /not the user's: `linking\.allowDifferentEmails`/,
    },
  ],
  unable_to_create_user: [
    {
      what: "a user that the database does not take",
      options: { config: { database: failing("insert", "user", new Error("A disk is full.")) } },
      says: /user could not be stored with the account: the log says why/,
      isLogged: true,
    },
    {
      what: "a user name that somebody has",
      options: { google: { mapProfileToUser: () => ({ username: "ann" }) } },
      async come(flow) {
        await flow.signUp("ann@example.com", { username: "ann" });
        return goThereAndBack(flow);
      },
      says: /username is already taken/,
    },
    {
      what: "a column that is not what it must be",
      options: { google: { mapProfileToUser: () => ({ username: 5 }) } },
      says: /`mapProfileToUser` made of Google's profile: username/,
      isLogged: true,
    },
  ],
  unable_to_create_session: [
    {
      what: "a session that the database does not take",
      options: { config: { database: failing("insert", "session", new Error("A disk is full.")) } },
      says: /session could not be stored: the log says why/,
      isLogged: true,
    },
    {
      what: "a session that cannot be stored",
      options: { config: { database: failing("insert", "session", new Conflict("session", "token")) } },
      says: /Failed to create session/,
    },
  ],
  internal_server_error: [
    {
      what: "a surprise",
      options: { config: { database: failing("find", "account", new Error("A disk is full.")) } },
      says: /of which the log says more/,
      isLogged: true,
    },
    {
      what: "a database that is away",
      options: { config: { database: failing("insert", "account", new StorageUnavailable("away")) } },
      says: /database could not be reached/,
      isLogged: true,
    },
  ],
  too_many_requests: [
    {
      what: "more than sixty in a minute from one address",
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
