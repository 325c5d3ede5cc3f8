import type { Provider } from "@keyhold/social";
import { oidc } from "@keyhold/social/oidc";

const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = process.env;

/** A provider of OpenID Connect, if it has a registration in the environment. */
export const providers: readonly Provider[] =
  issuer && clientId ? [oidc({ id: "company", name: "Company ID", issuer, clientId, clientSecret })] : [];
