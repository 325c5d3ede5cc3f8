import { type AuthConfig, accountModel, type Row, type User, userModel } from "@keyhold/core";
import { defineProvider, type Provider, type ProviderOptions, type SocialOptions, social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { type GoogleOptions, google } from "@keyhold/social/google";
import { type Browser, createTestAuth } from "@keyhold/testing";
import type { Decision, IdentityProvider, Person } from "@keyhold/testing/identity-provider";
import { username } from "@keyhold/username";
import { exampleId } from "./example-id.ts";
import { type Landing, open, setOut, travel, withParameters } from "./journey.ts";

export interface SocialKitOptions extends Partial<Omit<SocialOptions, "providers">> {
  readonly config?: Partial<Omit<AuthConfig, "plugins">> | undefined;
}

/** An auth with user names, whose people come by these providers, all of which are the identity provider's to answer for. */
export function openSocial(
  idp: IdentityProvider,
  providers: readonly Provider[],
  { config = {}, ...options }: SocialKitOptions = {},
) {
  const kit = createTestAuth({
    plugins: [social({ providers, fetch: idp.fetch, ...options }), username()],
    clientPlugins: [socialClient()],
    config,
  });
  idp.useClock(kit.clock.now);
  return { ...kit, idp, baseURL: config.baseURL ?? "https://app.example.com" };
}

export type Kit = ReturnType<typeof openSocial>;

/** What `baseURL` is while an app is built: its refusals say the cause. */
export const development = "http://localhost:3000";

export interface KitOptions {
  readonly google?: Partial<GoogleOptions>;
  /** What Google is said to be otherwise. */
  readonly declaration?: Partial<Provider["declaration"]>;
  readonly example?: Partial<ProviderOptions>;
  readonly social?: Partial<Omit<SocialOptions, "providers">>;
  readonly config?: SocialKitOptions["config"];
}

/** One with Google, which gives refresh tokens that last, and Example ID, which gives ones that do not. */
export const openKit = (idp: IdentityProvider, options: KitOptions = {}): Kit =>
  openSocial(idp, providersOf(idp, options), { ...options.social, config: options.config });

export function providersOf(idp: IdentityProvider, options: KitOptions = {}): readonly Provider[] {
  const { clientId, clientSecret } = idp;
  const known = google({ clientId, clientSecret, accessType: "offline", ...options.google });
  return [
    defineProvider({ ...known.declaration, ...options.declaration }, known.options),
    exampleId(idp, { clientId, clientSecret, ...options.example }),
  ];
}

/** Ann, as both providers know her. */
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
  /** Whose browser. Default: that of the kit. */
  readonly at?: Comer;
  /** Default "google". */
  readonly provider?: "google" | "example";
  /** Further fields of the request. */
  readonly body?: object;
}

type Travelled = Pick<Kit, "auth" | "browser">;

/** Signs in with a provider, there and back. */
export const come = (
  idp: IdentityProvider,
  { auth, browser }: Travelled,
  { as = ann, at = { browser }, provider = "google", body = {} }: Coming = {},
): Promise<Landing> => travel(idp, { auth, browser: at.browser }, { ...pages, ...body, provider }, { as });

/** Adds an identity to whoever is signed in, there and back. */
export const link = (
  idp: IdentityProvider,
  { auth, browser }: Travelled,
  { as = ann, at = { browser }, provider = "google", body = {} }: Coming = {},
): Promise<Landing> =>
  travel(idp, { auth, browser: at.browser }, { ...pages, ...body, provider }, { as, path: "/link-social" });

const pages = { callbackURL: "/home", errorCallbackURL: "/refused" };

/** Goes to Google and has answered there; answers with the URL that leads back, which is not opened yet. */
export async function goThere(
  { idp, auth, browser }: Pick<Kit, "idp" | "auth" | "browser">,
  body: object = {},
  { path, ...decision }: Decision & { readonly path?: "/link-social" } = {},
): Promise<URL> {
  const url = await setOut({ auth, browser }, { provider: "google", callbackURL: "/home", ...body }, path);
  return new URL((await idp.authorize(url, decision)).url);
}

/** There and back, with other parameters; null takes one away. */
export const goThereAndBack = async (
  kit: Kit,
  changes: Readonly<Record<string, string | null>> = {},
): Promise<Landing> => open(kit.browser, withParameters(await goThere(kit), changes));

/** Somebody who has come by a provider, or was sent back. */
export interface Arrival {
  readonly kit: Kit;
  readonly landing: Landing;
  /** Null: they were not let in. */
  readonly user: User | null;
  readonly account: Account | null;
}

/** Comes to a new auth by its only provider. */
export async function arrive(idp: IdentityProvider, provider: Provider, decision: Decision = {}): Promise<Arrival> {
  const kit = openSocial(idp, [provider]);
  const { id } = provider;
  const landing = await travel(idp, kit, { provider: id, callbackURL: "/home" }, decision);
  const session = (await kit.client.getSession()).data;
  const [account] = await kit.db.list(accountModel, { providerId: id }, { orderBy: "createdAt", limit: 1 });
  return { kit, landing, user: session?.user ?? null, account: account ?? null };
}

/** Whether an answer gives the browser a session. */
export const givesSession = ({ headers }: Response): boolean =>
  headers.getSetCookie().some((line) => /session_token=[^;]/.test(line));

/** Who is signed in at a browser; null: nobody. */
export async function whoIs(browser: Browser): Promise<string | null> {
  const answer = (await (await browser.get("/get-session")).json()) as { readonly user: { email: string } } | null;
  return answer?.user.email ?? null;
}

export type Account = Row<typeof accountModel>;

/** The accounts of somebody as they are stored, oldest first. */
export const accountsOf = ({ db }: Pick<Kit, "db">, userId: string): Promise<readonly Account[]> =>
  db.list(accountModel, { userId }, { orderBy: "createdAt", limit: 1000 });

/** The providers of somebody's accounts, in the order of the alphabet. */
export const waysOf = async (kit: Pick<Kit, "db">, userId: string): Promise<readonly string[]> =>
  (await accountsOf(kit, userId)).map(({ providerId }) => providerId).sort();

/** The account of an identity. */
export async function accountAt(
  { db }: Pick<Kit, "db">,
  providerId: string,
  accountId: string = ann.subject,
): Promise<Account> {
  const account = await db.find(accountModel, { providerId, accountId });
  if (!account) throw new Error(`Nobody has the identity ${accountId} of ${providerId}.`);
  return account;
}

/** Writes an account as a flow of before would have. */
export async function plantAccount(
  { db, clock }: Pick<Kit, "db" | "clock">,
  userId: string,
  account: Partial<Account> & Pick<Account, "providerId" | "accountId">,
): Promise<void> {
  const at = clock.now();
  await db.within(userModel, userId, (tx, user) =>
    tx.insert(accountModel, { ...account, userId, createdAt: at, updatedAt: at }, user),
  );
}
