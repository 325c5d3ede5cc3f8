import { defineProvider, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The claims of Microsoft's ID token: https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference */
export interface MicrosoftProfile {
  /** Differs between apps. */
  readonly sub: string;
  /** The tenant that the person signed in to; of a personal account always the same one. */
  readonly tid: string;
  /** The person in that tenant, the same for all apps. */
  readonly oid?: string;
  readonly name?: string;
  /** Whatever the tenant's administrator wrote there. */
  readonly email?: string;
  /** What the person signs in with, mostly in the form of an address. */
  readonly preferred_username?: string;
  /** Whether the owner of the address's domain is known: an optional claim, which comes in several forms. */
  readonly xms_edov?: boolean | number | string;
}

export interface MicrosoftOptions extends ProviderOptions<MicrosoftProfile> {
  /** Whose people: all (default), those of companies and schools, those with a personal account, or those of one tenant, by its id. */
  readonly tenant?: "common" | "organizations" | "consumers" | (string & {});
}

const host = "https://login.microsoftonline.com";
const personal = "9188040d-6c67-4c5b-b112-36a304b66dad";
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const wrongTenant = 'tenant must be "common", "organizations", "consumers" or the id of a tenant, which is a UUID';

/** Microsoft: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
export function microsoft({ tenant = "common", ...options }: MicrosoftOptions): Provider {
  const isOne = uuid.test(tenant.toLowerCase());
  const isKnown = isOne || ["common", "organizations", "consumers"].includes(tenant);
  return defineProvider<MicrosoftProfile>(
    {
      id: "microsoft",
      name: "Microsoft",
      server: {
        authorizationEndpoint: `${host}/${tenant}/oauth2/v2.0/authorize`,
        tokenEndpoint: `${host}/${tenant}/oauth2/v2.0/token`,
        jwksUri: `${host}/${tenant}/discovery/v2.0/keys`,
      },
      scopes: ["openid", "profile", "email"],
      idToken: {
        issuer: ({ tid }) => `${host}/${tid}/v2.0`,
        findProblem: ({ tid }) => (isOf(tenant, tid) ? null : "The person is of another tenant."),
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
    isKnown ? [] : [wrongTenant],
  );
}

/** Whether a tenant is among those that an app is for. The token's issuer is the same tenant's. */
function isOf(tenant: string, tid: unknown): boolean {
  if (typeof tid !== "string" || !uuid.test(tid)) return false;
  if (tenant === "common") return true;
  if (tenant === "organizations") return tid !== personal;
  return tid === (tenant === "consumers" ? personal : tenant.toLowerCase());
}
