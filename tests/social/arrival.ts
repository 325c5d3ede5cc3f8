import { accountModel, type Row, type User } from "@keyhold/core";
import type { Provider } from "@keyhold/social";
import type { Decision, IdentityProvider } from "@keyhold/testing/identity-provider";
import { type Landing, travel } from "./journey.ts";
import { openSocial, type SocialKit } from "./social-kit.ts";

/** Somebody who has come by a provider, or was sent back. */
export interface Arrival {
  readonly kit: SocialKit;
  readonly landing: Landing;
  /** Null: they were not let in. */
  readonly user: User | null;
  readonly account: Row<typeof accountModel> | null;
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

/** A profile with other fields. */
export const withFields =
  (fields: object): ((profile: unknown) => unknown) =>
  (profile) => ({ ...(profile as object), ...fields });
