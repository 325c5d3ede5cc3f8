import type { SocialOptions } from "@keyhold/social";
import { type OidcOptions, oidc } from "@keyhold/social/oidc";
import type { IdentityProvider, Json, ProviderCall } from "@keyhold/testing/identity-provider";
import { type Landing, travel } from "./journey.ts";
import { openSocial, type SocialKit } from "./social-kit.ts";

export type OidcKitOptions = Partial<OidcOptions> & { readonly social?: Partial<SocialOptions> };

/** An auth that knows Example ID by its issuer alone. */
export function openOidc(idp: IdentityProvider, { social = {}, ...options }: OidcKitOptions = {}): SocialKit {
  const { origin: issuer, clientId, clientSecret } = idp;
  return openSocial(idp, [oidc({ id: "example", issuer, clientId, clientSecret, ...options })], social);
}

export const come = (idp: IdentityProvider, kit: SocialKit): Promise<Landing> =>
  travel(idp, kit, { provider: "example" });

/** What the issuer says of itself. */
export const metadataOf = async ({ origin }: IdentityProvider): Promise<Json> =>
  (await (await fetch(`${origin}/.well-known/openid-configuration`)).json()) as Json;

export const callsOf = ({ calls }: IdentityProvider, endpoint: ProviderCall["endpoint"]): readonly ProviderCall[] =>
  calls.filter((call) => call.endpoint === endpoint);
