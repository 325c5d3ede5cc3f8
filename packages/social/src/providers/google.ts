import { isAbsent } from "../option-values.js";
import {
  defineProvider,
  type OwnOptions,
  type Provider,
  type ProviderOptions,
  readStandardClaims,
} from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The claims of Google's ID token: https://developers.google.com/identity/openid-connect/openid-connect#obtainuserinfo */
export interface GoogleProfile {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly picture?: string;
  /** The user's Workspace domain; missing for gmail.com users. */
  readonly hd?: string;
}

/** Options of `google()`. */
export interface GoogleOptions extends ProviderOptions<GoogleProfile> {
  /**
   * Allows only users of this Workspace domain, e.g. "example.com". A given empty value is a config error, e.g. of an
   * unset environment variable, because every Google account could sign in.
   */
  readonly hostedDomain?: string;
  /** "offline" issues a refresh token, at the first consent only. Default "online". */
  readonly accessType?: "online" | "offline";
}

/** Google: https://developers.google.com/identity/openid-connect/openid-connect */
export function google(given: GoogleOptions): Provider {
  const { hostedDomain, accessType, ...options } = given;
  const domain = String(hostedDomain ?? "").toLowerCase();
  const isForgotten = Object.hasOwn(given, "hostedDomain") && isAbsent(hostedDomain);
  return defineProvider<GoogleProfile>(
    {
      id: "google",
      name: "Google",
      ownOptions: { hostedDomain: true, accessType: true } satisfies OwnOptions<GoogleOptions>,
      server: {
        issuer: "https://accounts.google.com",
        authorizationEndpoint: "https://accounts.google.com/o/oauth2/v2/auth",
        tokenEndpoint: "https://oauth2.googleapis.com/token",
        jwksUri: "https://www.googleapis.com/oauth2/v3/certs",
        revocationEndpoint: "https://oauth2.googleapis.com/revoke",
      },
      scopes: ["openid", "email", "profile"],
      authorizationParameters: {
        // By default, the tokens of a sign-in lack the scopes of earlier consents.
        include_granted_scopes: "true",
        ...(accessType && { access_type: accessType }),
        ...(domain && { hd: domain }),
      },
      idToken: {
        issuer: ["https://accounts.google.com", "accounts.google.com"],
        // The parameter `hd` only filters Google's account list. The claim is the check.
        findTokenError: ({ hd }) =>
          domain && String(hd).toLowerCase() !== domain ? "The user belongs to another Workspace domain." : null,
      },
      readIdentity: readStandardClaims,
    },
    options,
    domain === "" || isDomain(domain) ? [] : ['hostedDomain must be a domain, e.g. "example.com"'],
    isForgotten ? ["hostedDomain is empty: is its variable set? Leave it out to allow every Google account"] : [],
  );
}

const isDomain = (text: string): boolean => /^[^\s.,/@*:]+(?:\.[^\s.,/@*:]+)+$/.test(text);
