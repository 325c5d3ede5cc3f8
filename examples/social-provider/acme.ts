import type { Provider, ProviderOptions } from "@keyhold/social";
import { defineProvider } from "@keyhold/social/provider";

/** Acme's userinfo: https://acme.example/docs/userinfo */
export interface AcmeProfile {
  readonly sub: string;
  readonly name?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly picture?: string;
}

export interface AcmeOptions extends ProviderOptions<AcmeProfile> {
  /** The origin of Acme. Default "https://id.acme.example". */
  readonly origin?: string;
}

/** Acme: https://acme.example/docs/oauth */
export const acme = ({ origin = "https://id.acme.example", ...options }: AcmeOptions): Provider =>
  defineProvider<AcmeProfile>(
    {
      id: "acme",
      name: "Acme",
      server: { authorizationEndpoint: `${origin}/authorize`, tokenEndpoint: `${origin}/token` },
      scopes: ["profile", "email"],
      loadProfile: async ({ fetchJson }) => (await fetchJson(`${origin}/userinfo`)) as AcmeProfile,
      readIdentity: ({ sub, name, email, email_verified, picture }) => ({
        subject: sub,
        email,
        emailVerified: email_verified,
        name,
        image: picture,
      }),
    },
    options,
  );
