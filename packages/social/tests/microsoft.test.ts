import { type MicrosoftOptions, microsoft } from "@keyhold/social/microsoft";
import { dialects, type IdentityProvider } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { changedProvider, comeBack, setOut, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withClaims } from "./faults.ts";
import { openSocial } from "./fixture.ts";
import { describeIdTokenSignIn, sendIdToken } from "./id-token-suite.ts";
import { describeProvider } from "./provider-suite.ts";

const host = "https://login.microsoftonline.com";
const company = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const other = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490";
const personal = "9188040d-6c67-4c5b-b112-36a304b66dad";
const of = (tid: unknown, iss = `${host}/${tid}/v2.0`) => ({ tid, iss });

describeProvider({
  id: "microsoft",
  provide: (options) => microsoft({ ...options, scopes: ["offline_access"] }),
  emails: "proven",
  user: { name: "John Contoso", image: null },
  unverified: [
    ["an address that an administrator may have entered", withClaims({ xms_edov: undefined })],
    ["a claim of other providers", withClaims({ xms_edov: undefined, email_verified: true })],
    ...[false, 0, "0", "false", "yes", 2, [true], {}].map(
      (said) => [`xms_edov ${JSON.stringify(said)}`, withClaims({ xms_edov: said })] as const,
    ),
  ],
  hostile: [
    ["an ID token without a subject", withClaims({ sub: undefined }), "unable_to_get_user_info"],
    ["a subject that is a list", withClaims({ sub: ["AAAA"] }), "unable_to_get_user_info"],
    ["a token answer without an ID token", { tokenAnswer: ({ id_token, ...a }) => a }, "unable_to_get_user_info"],
    ["an ID token of another nonce", withClaims({ nonce: "another" }), "unable_to_get_user_info"],
    ["an ID token for another app", withClaims({ aud: "another-app" }), "unable_to_get_user_info"],
    ["an ID token without a tenant", withClaims({ tid: undefined }), "unable_to_get_user_info"],
    ["an issuer of another tenant than it says", withClaims({ tid: other }), "unable_to_get_user_info"],
    ["a tenant that is none", withClaims(of("common")), "unable_to_get_user_info"],
    ["a tenant that leads elsewhere", withClaims(of(`${company}/../${other}`)), "unable_to_get_user_info"],
    ["a tenant that is a list", withClaims(of([company])), "unable_to_get_user_info"],
    [
      "an issuer on another host",
      withClaims(of(company, `https://evil.io/${company}/v2.0`)),
      "unable_to_get_user_info",
    ],
    [
      "an issuer of version 1.0",
      withClaims(of(company, `https://sts.windows.net/${company}/`)),
      "unable_to_get_user_info",
    ],
    ["an ID token that is not signed", { signature: "none" }, "unable_to_get_user_info"],
    ["no address", withClaims({ email: undefined }), "email_not_found"],
    ["an address that is only what they sign in with", withClaims({ email: "" }), "email_not_found"],
    ["two addresses in one", withClaims({ email: "a@x.io,b@x.io" }), "email_not_found"],
    ["a token endpoint that fails", { answers: { token: { status: 500, text: "" } } }, "invalid_code"],
    ["a token answer that is a list", { answers: { token: { json: [] } } }, "invalid_code"],
  ],
});

const idp = useIdentityProvider();
const sample = dialects.microsoft.sample;
const own = (options: Partial<MicrosoftOptions> = {}) => microsoft({ ...credentials(), ...options });
const credentials = () => ({ clientId: idp().clientId, clientSecret: idp().clientSecret });

describeIdTokenSignIn("microsoft", idp, () => own());

describe("Microsoft's verification of an email address", () => {
  test.each([true, 1, "1", "true"])("is xms_edov %j", async (xms_edov) => {
    const fixture = openSocial(idp(), [own()]);
    const token = await idp().idToken("microsoft", sample, { xms_edov });
    expect((await sendIdToken(fixture, "microsoft", { token })).user).toMatchObject({ emailVerified: true });
  });

  test("is required to link to a user with the same address", async () => {
    const fixture = openSocial(idp(), [own()]);
    await fixture.signUp("victim@example.com");
    const nOAuth = { ...of(other), sub: "attacker", email: "victim@example.com", xms_edov: undefined };
    const token = await idp().idToken("microsoft", sample, nOAuth);
    expect(await sendIdToken(fixture, "microsoft", { token })).toMatchObject({
      code: "ACCOUNT_NOT_LINKED",
      user: null,
    });
  });
});

describe("the tenant", () => {
  /** The endpoints of all tenants answer alike, so a single set stands for every tenant. */
  const asked: string[] = [];
  const everyTenant = (tenant: string): IdentityProvider => {
    const toCommon = (url: string) => url.replace(`${host}/${tenant}/`, `${host}/common/`);
    return changedProvider(idp(), {
      fetch: (url, init) => {
        asked.push(String(url));
        return idp().fetch(toCommon(String(url)), init);
      },
      authorize: (url, decision) => idp().authorize(toCommon(url), decision),
    });
  };

  const cases = [
    ["common", company, null],
    ["common", other, null],
    ["common", personal, null],
    ["organizations", company, null],
    ["organizations", personal, "unable_to_get_user_info"],
    ["consumers", personal, null],
    ["consumers", company, "unable_to_get_user_info"],
    [company, company, null],
    [company.toUpperCase(), company, null],
    [company, other, "unable_to_get_user_info"],
    [company, personal, "unable_to_get_user_info"],
  ] as const;

  test.each(cases)("%s accepts users of %s: %s", async (tenant, tid, error) => {
    const tenantServer = everyTenant(tenant);
    const fixture = openSocial(tenantServer, [own({ tenant })]);
    asked.length = 0;
    idp().fail(withClaims(of(tid)));
    const url = await setOut(fixture, { provider: "microsoft" });
    expect(url.split("?")[0]).toBe(`${host}/${tenant}/oauth2/v2.0/authorize`);
    expect((await comeBack(fixture, await tenantServer.authorize(url))).error).toBe(error);
    expect(asked).toEqual([`${host}/${tenant}/oauth2/v2.0/token`, `${host}/${tenant}/discovery/v2.0/keys`]);
    const token = await idp().idToken("microsoft", sample, of(tid));
    expect((await sendIdToken(fixture.visit(), "microsoft", { token })).code).toBe(error && "INVALID_TOKEN");
  });

  test.each(["contoso.onmicrosoft.com", "", "Common", "../evil", `${company}/`])('may not be "%s"', (tenant) => {
    const problem = 'microsoft: tenant must be "common", "organizations", "consumers" or the id of a tenant (a UUID)';
    expect(own({ tenant }).configErrors).toEqual([problem]);
  });
});

test("no refresh token is requested unless the app wants one", async () => {
  const fixture = openSocial(idp(), [own()]);
  expect(new URL(await setOut(fixture, { provider: "microsoft" })).searchParams.get("scope")).toBe(
    "openid profile email",
  );
  expect((await travel(idp(), fixture, { provider: "microsoft" })).error).toBe(null);
  const refreshed = await fixture.client.refreshToken({ providerId: "microsoft" });
  expect(refreshed.error?.code).toBe("REFRESH_TOKEN_NOT_FOUND");
});
