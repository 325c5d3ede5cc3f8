import { type OidcOptions, oidc } from "@keyhold/social/oidc";
import type { IdentityProvider, Json } from "@keyhold/testing/identity-provider";
import { type Landing, travel } from "./journey.ts";
import { type Kit, openSocial, type SocialKitOptions } from "./kit.ts";

export type OidcKitOptions = Partial<OidcOptions> & { readonly social?: SocialKitOptions };

/** An auth that knows Example ID by its issuer alone. */
export function openOidc(idp: IdentityProvider, { social = {}, ...options }: OidcKitOptions = {}): Kit {
  const { origin: issuer, clientId, clientSecret } = idp;
  return openSocial(idp, [oidc({ id: "example", issuer, clientId, clientSecret, ...options })], social);
}

export const come = (idp: IdentityProvider, kit: Kit): Promise<Landing> => travel(idp, kit, { provider: "example" });

/** What the issuer says of itself. */
export const metadataOf = async ({ origin }: IdentityProvider): Promise<Json> =>
  (await (await fetch(`${origin}/.well-known/openid-configuration`)).json()) as Json;
