import { type Auth, isAuthError, type SessionOf, type UserOf } from "@keyhold/core";
import { type AnyPlugin, type Caller, userModel } from "@keyhold/core/plugin";
import { openSession } from "@keyhold/core/session";
import { contextOf, noCredentials } from "@keyhold/core/tools";
import { createCookieJar } from "./cookie-jar.js";
import { type AuthContext, type GivenUser, idOfUser } from "./named-user.js";
import { type BrowserCookie, type StorageState, toBrowserCookie } from "./storage-state.js";

/**
 * A user for `signInAs`: the email address, and columns. If no user has the address, the user is created, with a
 * verified address; an existing user gets the given columns. Columns that only the server sets are allowed, e.g. `role`
 * of `admin()`.
 *
 * @example type User = UserToSignIn<typeof auth>;
 */
export type UserToSignIn<A extends Pick<Auth, "session"> = Auth> = GivenUser &
  Readonly<Partial<Omit<UserOf<A>, "id" | "email" | "createdAt" | "updatedAt">>>;

/** Options of `signInAs`. */
export interface SignInAsOptions {
  /** The URL of the app in the test, e.g. Playwright's `baseURL`. Default: `baseURL` of the auth. */
  readonly baseURL?: string | undefined;
}

/** A new session of a user, in the forms that tests send. */
export interface SignedInAs<A extends Pick<Auth, "session"> = Auth> {
  readonly user: UserOf<A>;
  readonly session: SessionOf<A>["session"];
  /** For `fetch`, supertest, `app.request` and calls of `auth.api`. With `origin`, which a POST with cookies needs. */
  readonly headers: { readonly cookie: string; readonly origin: string };
  /** For `context.addCookies` of Playwright. */
  readonly cookies: BrowserCookie[];
  /** For `storageState` of Playwright. */
  readonly storageState: StorageState;
}

/**
 * Opens a session for a user of the app's own auth and database: without a password, an email or a request. The session
 * is real: hooks run, `session.created` is emitted with the method "test", and the session expires like any other.
 * Works where the auth is, on the server; there is no route. Do not call this function outside of tests.
 *
 * @param user the email address or the id of a user, or `{ email, ...columns }` for a user who is created if necessary
 * @throws Error that says why there is no session: unknown user, banned, address not verified
 * @example
 * const ada = await signInAs(auth, "ada@example.com");
 * const response = await fetch("http://localhost:3000/account", { headers: ada.headers });
 */
export async function signInAs<Plugins extends readonly AnyPlugin[], AppTransaction>(
  auth: Auth<Plugins, AppTransaction>,
  user: string | UserToSignIn<Auth<NoInfer<Plugins>>>,
  { baseURL }: SignInAsOptions = {},
): Promise<SignedInAs<Auth<Plugins>>> {
  const ctx = contextOf(auth);
  if (!ctx) throw new TypeError("signInAs: the first argument is not an auth. Give the result of createAuth.");
  // Throws what the environment did not give. `ready` would read every table at each sign-in.
  void auth.schema;
  const cookies = await openFor(ctx, user);
  const stored = storeCookies(ctx, cookies, baseURL ?? ctx.settings.appUrl);
  const found = await auth.session(stored.headers);
  if (!found) throw new Error("signInAs: the session has ended at once. Compare `now` and `session` of the config.");
  const { session, user: shown } = found;
  return { user: shown, session, ...stored };
}

/** Opens the session; answers with the `Set-Cookie` lines. */
async function openFor(ctx: AuthContext, given: string | GivenUser): Promise<readonly string[]> {
  const name = typeof given === "string" ? given : given.email;
  try {
    const id = await idOfUser(ctx, given);
    const opened = await ctx.transactionOn(userModel, id, async (ctx, user) => {
      if (ctx.settings.emailAndPassword.requireEmailVerification && !user.emailVerified)
        throw new Error(
          `signInAs: the email address ${user.email} is not verified, and this auth requires it. Give { email: "${user.email}", emailVerified: true }`,
        );
      const caller = { ...server, trustedOrigins: ctx.settings.trustedOrigins };
      return openSession(ctx, user, { method: "test", proof: { methods: ["pwd", "mfa"] }, isRemembered: true, caller });
    });
    if (opened?.kind === "asked")
      throw new Error(`signInAs: more is asked of ${name}: ${opened.asked.twoFactorMethods.join(", ")}.`);
    if (opened) return opened.cookies;
  } catch (error) {
    if (!isAuthError(error)) throw error;
    const issues = error.issues.map(({ path, message }) => `; ${path}: ${message}`).join("");
    throw new Error(`signInAs: no session for ${name}: ${error.message} (${error.code}${issues})`, { cause: error });
  }
  throw new Error(`signInAs: the user ${name} has just been deleted.`);
}

/** A caller without a request. */
const server: Omit<Caller, "trustedOrigins"> = {
  ipAddress: null,
  userAgent: null,
  origin: null,
  ...noCredentials,
  hashTurn: null,
  headers: new Headers(),
  source: {},
};

/** The cookies as a browser at this URL stores them. */
function storeCookies(
  { settings, now }: AuthContext,
  lines: readonly string[],
  url: string,
): Pick<SignedInAs, "headers" | "cookies" | "storageState"> {
  if (!URL.canParse(url)) throw new TypeError(`signInAs: baseURL is "${url}", not a URL.`);
  const jar = createCookieJar({ url, now });
  jar.accept(lines);
  const cookie = jar.header();
  if (cookie === null) {
    const { secure, domain } = settings.cookies;
    const reach = [secure ? "https" : null, domain === null ? null : `the domain ${domain}`].filter(Boolean);
    throw new Error(
      `signInAs: a browser at ${url} rejects the cookies of this auth, which are for ${reach.join(" and ")}. In tests, give createAuth the URL of the app as \`baseURL\`.`,
    );
  }
  const cookies = jar.cookies.map(toBrowserCookie);
  return { headers: { cookie, origin: new URL(url).origin }, cookies, storageState: { cookies, origins: [] } };
}
