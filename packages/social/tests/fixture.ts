import type { AuthConfig, User } from "@keyhold/core";
import { accountModel, definePlugin, proofColumns, type Row, userModel } from "@keyhold/core/plugin";
import { type Provider, type ProviderOptions, type SocialOptions, social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { type GoogleOptions, google } from "@keyhold/social/google";
import { defineProvider } from "@keyhold/social/provider";
import { type Browser, createTestAuth } from "@keyhold/testing";
import type { Decision, IdentityProvider, Person } from "@keyhold/testing/identity-provider";
import { username } from "@keyhold/username";
import { exampleId } from "../../../tests/harness/example-id.ts";
import { type CallbackResult, open, setOut, travel, withParameters } from "../../../tests/harness/sign-in-flow.ts";

export interface SocialFixtureOptions extends Partial<Omit<SocialOptions, "providers">> {
  readonly config?: Partial<Omit<AuthConfig, "plugins">> | undefined;
  /** Whether sessions know of proofs: a plugin adds the columns. Default false. */
  readonly hasProofs?: boolean | undefined;
}

const proofs = definePlugin({ id: "proofs", extends: { session: { columns: proofColumns } } });

/** An auth with usernames and these providers. The identity provider answers for all of them. */
export function openSocial(
  idp: IdentityProvider,
  providers: readonly Provider[],
  { config = {}, hasProofs = false, ...options }: SocialFixtureOptions = {},
) {
  const fixture = createTestAuth({
    plugins: [social({ providers, fetch: idp.fetch, ...options }), username(), ...(hasProofs ? [proofs] : [])],
    clientPlugins: [socialClient()],
    config,
  });
  idp.useClock(fixture.clock.now);
  return { ...fixture, idp, baseURL: config.baseURL ?? "https://app.example.com" };
}

export type Fixture = ReturnType<typeof openSocial>;

/** The `baseURL` in development: errors have an explanation. */
export const development = "http://localhost:3000";

export interface FixtureOptions {
  readonly google?: Partial<GoogleOptions>;
  /** Changes of Google's declaration. */
  readonly declaration?: Partial<Provider["declaration"]>;
  readonly example?: Partial<ProviderOptions>;
  readonly social?: Partial<Omit<SocialOptions, "providers">>;
  readonly config?: SocialFixtureOptions["config"];
  readonly hasProofs?: boolean;
}

/** A harness with Google and Example ID. Google's refresh tokens stay valid; Example ID has single-use tokens. */
export const openFixture = (idp: IdentityProvider, options: FixtureOptions = {}): Fixture =>
  openSocial(idp, providersOf(idp, options), {
    ...options.social,
    config: options.config,
    hasProofs: options.hasProofs,
  });

export function providersOf(idp: IdentityProvider, options: FixtureOptions = {}): readonly Provider[] {
  const { clientId, clientSecret } = idp;
  const known = google({ clientId, clientSecret, accessType: "offline", ...options.google });
  return [
    defineProvider({ ...known.declaration, ...options.declaration }, known.options),
    exampleId(idp, { clientId, clientSecret, ...options.example }),
  ];
}

/** Ann's claims at both providers. */
export const ann = {
  subject: "118",
  email: "ann@example.com",
  emailVerified: true,
  name: "Ann Example",
  picture: null,
} as const satisfies Person;

interface Comer {
  readonly browser: Browser;
}

interface Coming {
  /** Default: ann. */
  readonly as?: Person;
  /** The client of the flow. Default: the harness's own. */
  readonly at?: Comer;
  /** Default "google". */
  readonly provider?: "google" | "example";
  /** Further fields of the request. */
  readonly body?: object;
}

type FlowResult = Pick<Fixture, "auth" | "browser">;

/** Signs in with a provider: the whole flow. */
export const come = (
  idp: IdentityProvider,
  { auth, browser }: FlowResult,
  { as = ann, at = { browser }, provider = "google", body = {} }: Coming = {},
): Promise<CallbackResult> => travel(idp, { auth, browser: at.browser }, { ...pages, ...body, provider }, { as });

/** Links an identity to the signed-in user: the whole flow. */
export const link = (
  idp: IdentityProvider,
  { auth, browser }: FlowResult,
  { as = ann, at = { browser }, provider = "google", body = {} }: Coming = {},
): Promise<CallbackResult> =>
  travel(idp, { auth, browser: at.browser }, { ...pages, ...body, provider }, { as, path: "/link-social" });

const pages = { callbackURL: "/home", errorCallbackURL: "/refused" };

/** Starts a flow with Google and consents; answers the callback URL, not yet opened. */
export async function goThere(
  { idp, auth, browser }: Pick<Fixture, "idp" | "auth" | "browser">,
  body: object = {},
  { path, ...decision }: Decision & { readonly path?: "/link-social" | "/step-up/social" } = {},
): Promise<URL> {
  const url = await setOut({ auth, browser }, { provider: "google", callbackURL: "/home", ...body }, path);
  return new URL((await idp.authorize(url, decision)).url);
}

/** The whole flow with changed parameters of the callback; null removes a parameter. */
export const goThereAndBack = async (
  fixture: Fixture,
  changes: Readonly<Record<string, string | null>> = {},
): Promise<CallbackResult> => open(fixture.browser, withParameters(await goThere(fixture), changes));

/** The end of a sign-in with a provider. */
export interface Arrival {
  readonly fixture: Fixture;
  readonly landing: CallbackResult;
  /** Null: the sign-in failed. */
  readonly user: User | null;
  readonly account: Account | null;
}

/** Signs in to a new auth with the provider. */
export async function arrive(idp: IdentityProvider, provider: Provider, decision: Decision = {}): Promise<Arrival> {
  const fixture = openSocial(idp, [provider]);
  const { id } = provider;
  const landing = await travel(idp, fixture, { provider: id, callbackURL: "/home" }, decision);
  const session = (await fixture.client.getSession()).data;
  const [account] = await fixture.db.list(accountModel, { providerId: id }, { orderBy: "createdAt", limit: 1 });
  return { fixture, landing, user: session?.user ?? null, account: account ?? null };
}

/** Whether an answer gives the browser a session. */
export const givesSession = ({ headers }: Response): boolean =>
  headers.getSetCookie().some((line) => /session_token=[^;]/.test(line));

/** The email address of the signed-in user; null without a session. */
export async function whoIs(browser: Browser): Promise<string | null> {
  const answer = (await (await browser.get("/get-session")).json()) as { readonly user: { email: string } } | null;
  return answer?.user.email ?? null;
}

export type Account = Row<typeof accountModel>;

/** The stored accounts of a user, oldest first. */
export const accountsOf = ({ db }: Pick<Fixture, "db">, userId: string): Promise<readonly Account[]> =>
  db.list(accountModel, { userId }, { orderBy: "createdAt", limit: 1000 });

/** The providers of a user's accounts, sorted by name. */
export const waysOf = async (fixture: Pick<Fixture, "db">, userId: string): Promise<readonly string[]> =>
  (await accountsOf(fixture, userId)).map(({ providerId }) => providerId).sort();

/** The account of an identity. */
export async function accountAt(
  { db }: Pick<Fixture, "db">,
  providerId: string,
  accountId: string = ann.subject,
): Promise<Account> {
  const account = await db.find(accountModel, { providerId, accountId });
  if (!account) throw new Error(`No account has the identity ${accountId} of ${providerId}.`);
  return account;
}

/** Writes an account as a flow of before would have. */
export async function plantAccount(
  { db, clock }: Pick<Fixture, "db" | "clock">,
  userId: string,
  account: Partial<Account> & Pick<Account, "providerId" | "accountId">,
): Promise<void> {
  const at = clock.now();
  await db.transactionOn(userModel, userId, (tx, user) =>
    tx.insert(accountModel, { ...account, userId, createdAt: at, updatedAt: at }, user),
  );
}
