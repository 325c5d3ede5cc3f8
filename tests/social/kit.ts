import { type AuthConfig, accountModel, type Row, userModel } from "@keyhold/core";
import { type Provider, type ProviderOptions, type SocialOptions, social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { type GoogleOptions, google } from "@keyhold/social/google";
import { type Browser, createTestAuth } from "@keyhold/testing";
import type { IdentityProvider, Person } from "@keyhold/testing/identity-provider";
import { exampleId } from "./example-id.ts";
import { type Landing, travel } from "./journey.ts";

export interface KitOptions {
  readonly social?: Omit<Partial<SocialOptions>, "providers">;
  readonly google?: Partial<GoogleOptions>;
  readonly example?: Partial<ProviderOptions>;
  readonly config?: Partial<Omit<AuthConfig, "plugins">>;
}

/** An auth with Google, which gives refresh tokens that last, and Example ID, which gives ones that do not. */
export function openKit(idp: IdentityProvider, options: KitOptions = {}) {
  const { clientId, clientSecret, fetch } = idp;
  const kit = createTestAuth({
    plugins: [social({ providers: providersOf(idp, options), fetch, ...options.social })],
    clientPlugins: [socialClient()],
    ...(options.config && { config: options.config }),
  });
  idp.useClock(kit.clock.now);
  return { ...kit, clientId, clientSecret };
}

export type Kit = ReturnType<typeof openKit>;

export function providersOf(idp: IdentityProvider, options: KitOptions = {}): readonly Provider[] {
  const { clientId, clientSecret } = idp;
  return [
    google({ clientId, clientSecret, accessType: "offline", ...options.google }),
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
