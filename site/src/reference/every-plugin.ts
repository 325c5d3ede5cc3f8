import { memory } from "@keyhold/adapter-memory";
import { admin } from "@keyhold/admin";
import { anonymous } from "@keyhold/anonymous";
import { apiKey } from "@keyhold/api-key";
import { billing, billingHandlers } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { captcha } from "@keyhold/captcha";
import { proofOfWork } from "@keyhold/captcha/proof-of-work";
import { createAuth } from "@keyhold/core";
import { commonErrors, coreErrors } from "@keyhold/core/plugin";
import { inspect } from "@keyhold/core/tools";
import { deviceAuthorization } from "@keyhold/device-authorization";
import { devices } from "@keyhold/devices";
import { emailOtp } from "@keyhold/email-otp";
import { i18n } from "@keyhold/i18n";
import { jwt } from "@keyhold/jwt";
import { lastLoginMethod } from "@keyhold/last-login-method";
import { magicLink } from "@keyhold/magic-link";
import { multiSession } from "@keyhold/multi-session";
import { nativeApps } from "@keyhold/native";
import { oneTimeToken } from "@keyhold/one-time-token";
import { openApi, openApiDocument } from "@keyhold/openapi";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { passkey } from "@keyhold/passkey";
import { phoneNumber } from "@keyhold/phone-number";
import { publicOptions } from "@keyhold/public-options";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { twoFactor } from "@keyhold/two-factor";
import { username } from "@keyhold/username";

const auth = createAuth({
  secret: "only the routes are read, so this is no secret",
  baseURL: "http://localhost:3000",
  database: memory(),
  emailAndPassword: { enabled: true },
  plugins: [
    username(),
    jwt(),
    // Without token mode, which changes other routes.
    { ...deviceAuthorization({ clients: { cli: { name: "Example CLI" } } }), configErrors: [] },
    {
      ...nativeApps({ clients: { ios: { name: "Example", redirectURIs: ["https://example.com/app/signed-in"] } } }),
      configErrors: [],
    },
    apiKey(),
    i18n({ locales: [] }),
    captcha({ provider: "hcaptcha", secretKey: "only for this list" }),
    proofOfWork(),
    lastLoginMethod(),
    devices(),
    anonymous(),
    emailOtp(),
    phoneNumber(),
    multiSession(),
    oneTimeToken(),
    magicLink(),
    twoFactor(),
    passkey(),
    social({ providers: [google({ clientId: "client", clientSecret: "secret" })] }),
    organization(),
    teams(),
    admin(),
    billing({
      webhook: { secret: "a secret of the payments provider", handlers: billingHandlers().on("*", () => undefined) },
      provider: polar({ accessToken: "of-the-provider-for-this-list", baseURL: "http://127.0.0.1:9" }),
    }),
    publicOptions(),
    openApi({ enabled: true }),
  ],
});

const inspection = inspect(auth);
if (!inspection) throw new TypeError("The auth has no inspection.");
const { routes, plugins = [] } = inspection;

/** Every route of core and of the plugins, those without HTTP included. */
export const endpoints = routes.map(({ endpoint }) => endpoint);

/** The errors of every route, of core and of each plugin. A plugin's catalogue may repeat errors of core. */
export const catalogues = [commonErrors, coreErrors, ...plugins.map(({ errors }) => errors)];

/** The document of an auth with every plugin of this repository. */
export const document = openApiDocument(auth);

/** Error codes of all routes with the same cause, e.g. "INVALID_JSON". */
export const commonCodes: readonly string[] = Object.keys(commonErrors);

/** The names of the calls by route, e.g. `"POST /sign-in/email"`: `signIn.email`. A page of the server has no call. */
export const calls: Readonly<Record<string, string>> = Object.fromEntries(
  routes.flatMap(({ endpoint, name }) => (name ? [[endpoint.route, name.join(".")]] : [])),
);
