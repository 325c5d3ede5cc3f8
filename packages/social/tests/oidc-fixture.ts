import { type OidcOptions, oidc } from "@keyhold/social/oidc";
import type { IdentityProvider, Json } from "@keyhold/testing/identity-provider";
import { type CallbackResult, travel } from "../../../tests/harness/sign-in-flow.ts";
import { type Fixture, openSocial, type SocialFixtureOptions } from "./fixture.ts";

export type OidcFixtureOptions = Partial<OidcOptions> & { readonly social?: SocialFixtureOptions };

/** An auth with Example ID, configured by the issuer only. */
export function openOidc(idp: IdentityProvider, { social = {}, ...options }: OidcFixtureOptions = {}): Fixture {
  const { origin: issuer, clientId, clientSecret } = idp;
  return openSocial(idp, [oidc({ id: "example", issuer, clientId, clientSecret, ...options })], social);
}

export const come = (idp: IdentityProvider, fixture: Fixture): Promise<CallbackResult> =>
  travel(idp, fixture, { provider: "example" });

/** The discovery document of the issuer. */
export const metadataOf = async ({ origin }: IdentityProvider): Promise<Json> =>
  (await (await fetch(`${origin}/.well-known/openid-configuration`)).json()) as Json;
