import { admin } from "@keyhold/admin";
import { anonymous } from "@keyhold/anonymous";
import { apiKey } from "@keyhold/api-key";
import { billing, billingHandlers } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { captcha } from "@keyhold/captcha";
import { proofOfWork } from "@keyhold/captcha/proof-of-work";
import type { AnyEndpoint } from "@keyhold/core/plugin";
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
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { passkey } from "@keyhold/passkey";
import { phoneNumber } from "@keyhold/phone-number";
import { social } from "@keyhold/social";
import { twoFactor } from "@keyhold/two-factor";
import { username } from "@keyhold/username";
import * as core from "../../packages/core/src/routes/endpoints.ts";

/** Every declared endpoint, so that a test over all of them covers future routes. */
export function allEndpoints(): readonly AnyEndpoint[] {
  const webhook = { secret: "of the provider, for tests only", handlers: billingHandlers() };
  // No test of these routes reaches the provider.
  const provider = polar({ accessToken: "of-the-provider-for-tests-only", baseURL: "http://127.0.0.1:9" });
  const all = [
    username(),
    jwt(),
    deviceAuthorization({ clients: { cli: { name: "Example CLI", scopes: ["deploy"] } } }),
    nativeApps({ clients: { ios: { name: "Example", redirectURIs: ["https://example.com/app/signed-in"] } } }),
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
    social({ providers: [] }),
    organization(),
    teams(),
    admin(),
    billing({ webhook, provider }),
  ];
  const plugins = all.map(({ endpoints, pages }) => [endpoints, pages]);
  return [core.endpoints, core.pages, ...plugins].flatMap(endpointsIn);
}

/** The endpoints in a tree of calls, or in a list of pages. */
function endpointsIn(tree: unknown): readonly AnyEndpoint[] {
  if (typeof tree !== "object" || tree === null) return [];
  return isEndpoint(tree) ? [tree] : Object.values(tree).flatMap(endpointsIn);
}

const isEndpoint = (value: object): value is AnyEndpoint => "route" in value && "run" in value;

export const pathOf = ({ route }: AnyEndpoint): string => route.slice(route.indexOf(" ") + 1);
