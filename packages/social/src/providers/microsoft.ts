import { defineProvider, type OwnOptions, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The claims of Microsoft's ID token: https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference */
export interface MicrosoftProfile {
  /** Different in each app. */
  readonly sub: string;
  /** The tenant of the sign-in. All personal accounts have the same tenant. */
  readonly tid: string;
  /** The user's id in the tenant, the same in all apps. */
  readonly oid?: string;
  readonly name?: string;
  /** Text that the tenant's administrator entered: not verified. */
  readonly email?: string;
  /** The user's sign-in name, usually in the form of an email address. */
  readonly preferred_username?: string;
  /** Whether the owner of the email address's domain is verified: an optional claim with several forms. */
  readonly xms_edov?: boolean | number | string;
}

/** Options of `microsoft()`. */
export interface MicrosoftOptions extends ProviderOptions<MicrosoftProfile> {
  /**
   * Which users may sign in: "common" (all, the default), "organizations" (work and school accounts), "consumers"
   * (personal accounts), or the id of a tenant. A given empty value is a config error, e.g. of an unset environment
   * variable.
   */
  readonly tenant?: "common" | "organizations" | "consumers" | (string & {});
  /** Whether the app's registration has the optional claim `auth_time` for ID tokens, for step-ups. Default false. */
  readonly sendsAuthTime?: boolean;
}

const host = "https://login.microsoftonline.com";
const personal = "9188040d-6c67-4c5b-b112-36a304b66dad";
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const wrongTenant = 'tenant must be "common", "organizations", "consumers" or the id of a tenant (a UUID)';

/** Microsoft: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
export function microsoft(given: MicrosoftOptions): Provider {
  const { tenant = "common", sendsAuthTime, ...options } = given;
  const isForgotten = Object.hasOwn(given, "tenant") && given.tenant === undefined;
  const isOne = uuid.test(String(tenant).toLowerCase());
  const isKnown = isOne || ["common", "organizations", "consumers"].includes(tenant);
  return defineProvider<MicrosoftProfile>(
    {
      id: "microsoft",
      name: "Microsoft",
      ownOptions: { tenant: true, sendsAuthTime: true } satisfies OwnOptions<MicrosoftOptions>,
      server: {
        authorizationEndpoint: `${host}/${tenant}/oauth2/v2.0/authorize`,
        tokenEndpoint: `${host}/${tenant}/oauth2/v2.0/token`,
        jwksUri: `${host}/${tenant}/discovery/v2.0/keys`,
      },
      scopes: ["openid", "profile", "email"],
      idToken: {
        issuer: ({ tid }) => `${host}/${tid}/v2.0`,
        // https://learn.microsoft.com/entra/identity-platform/optional-claims-reference
        sendsAuthTime,
        findTokenError: ({ tid }) => (isOf(tenant, tid) ? null : "The user belongs to another tenant."),
      },
      readIdentity: ({ sub, email, xms_edov, name }) => ({
        subject: sub,
        email,
        // https://learn.microsoft.com/entra/identity-platform/migrate-off-email-claim-authorization
        emailVerified: xms_edov === true || xms_edov === 1 || xms_edov === "1" || xms_edov === "true",
        name,
      }),
    },
    options,
    isKnown || isForgotten ? [] : [wrongTenant],
    isForgotten ? ['tenant is empty: is its variable set? "common" allows every Microsoft account'] : [],
  );
}

/** Whether the app accepts a tenant. The token's issuer has the same tenant. */
function isOf(tenant: string, tid: unknown): boolean {
  if (typeof tid !== "string" || !uuid.test(tid)) return false;
  if (tenant === "common") return true;
  if (tenant === "organizations") return tid !== personal;
  return tid === (tenant === "consumers" ? personal : tenant.toLowerCase());
}
