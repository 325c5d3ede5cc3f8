import { type OAuth2Options, oauth2 } from "@keyhold/social/oauth2";
import { exampleDialect, type Json, type ProviderCall } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { setOut, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withClaims, withProfile } from "./faults.ts";
import { openSocial, type SocialFixtureOptions } from "./fixture.ts";
import { noAnswers, timeoutSeconds } from "./no-answers.ts";
import { describeProvider } from "./provider-suite.ts";

interface ExampleProfile {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly picture?: string;
}

const example = (origin: string): Omit<OAuth2Options<ExampleProfile>, "clientId"> => ({
  id: "example",
  name: "Example ID",
  authorizationEndpoint: `${origin}/authorize`,
  tokenEndpoint: `${origin}/token`,
  userinfoEndpoint: `${origin}/userinfo`,
  issuer: origin,
  readIdentity: ({ sub, email, email_verified, name, picture }) => ({
    subject: sub,
    email,
    emailVerified: email_verified,
    name,
    image: picture,
  }),
});

describeProvider({
  id: "example",
  provide: (options, origin) => oauth2<ExampleProfile>({ ...example(origin), ...options }),
  emails: "proven",
  user: { name: "Ada Lovelace", image: null },
  unverified: [
    ['"true" as a text', withProfile({ email_verified: "true" })],
    ["1", withProfile({ email_verified: 1 })],
    ["a missing verification", withProfile({ email_verified: undefined })],
  ],
  hostile: [
    ["a profile without an id", withProfile({ sub: undefined }), "unable_to_get_user_info"],
    ["an id of the wrong type", withProfile({ sub: { of: "ada" } }), "unable_to_get_user_info"],
    ["two addresses in one", withProfile({ email: "a@x.io,b@x.io" }), "email_not_found"],
    ["a token endpoint that says no", { answers: { token: { json: { error: "invalid_grant" } } } }, "invalid_code"],
    ["an answer without an access token", { tokenAnswer: ({ access_token, ...it }) => it }, "invalid_code"],
    ["a token of another type", { tokenAnswer: (it) => ({ ...it, token_type: "mac" }) }, "invalid_code"],
    [
      "a way back from another issuer",
      { callback: (it) => it.set("iss", "https://evil.example") },
      "invalid_callback_request",
    ],
  ],
});

const idp = useIdentityProvider();
const elsewhere = useIdentityProvider();

type Options = Partial<OAuth2Options<ExampleProfile>> & { readonly social?: SocialFixtureOptions };

const open = ({ social = {}, ...options }: Options = {}) => {
  const { origin, clientId, clientSecret } = idp();
  return openSocial(idp(), [oauth2<ExampleProfile>({ ...example(origin), clientId, clientSecret, ...options })], {
    timeoutSeconds,
    ...social,
  });
};
const come = (fixture: ReturnType<typeof open>) => travel(idp(), fixture, { provider: "example" });
const lastCall = (endpoint: ProviderCall["endpoint"]): ProviderCall =>
  idp().calls.findLast((call) => call.endpoint === endpoint) ?? expect.fail(`Nobody asked the ${endpoint} endpoint.`);

describe("a provider whose endpoints fail", () => {
  test.each(noAnswers)("ends a sign-in at its token endpoint by %s", async (_, fault) => {
    const fixture = open();
    const before = elsewhere().calls.length;
    idp().fail({ answers: { token: fault(elsewhere()) } });
    expect((await come(fixture)).error).toBe("invalid_code");
    expect(elsewhere().calls.length).toBe(before);
    idp().recover();
    expect((await come(fixture)).error).toBe(null);
  });

  test.each(noAnswers)("ends a sign-in at its profile by %s", async (_, fault) => {
    const fixture = open();
    const before = elsewhere().calls.length;
    idp().fail({ answers: { profile: fault(elsewhere()) } });
    expect((await come(fixture)).error).toBe("unable_to_get_user_info");
    expect(elsewhere().calls.length).toBe(before);
    idp().recover();
    expect((await come(fixture)).error).toBe(null);
  });
});

describe("a provider of plain OAuth 2", () => {
  test("gets a request for the app's scopes only", async () => {
    const scopeOf = async (options: Options) =>
      new URL(await setOut(open(options), { provider: "example" })).searchParams.get("scope");
    expect(await scopeOf({})).toBe(null);
    expect(await scopeOf({ scopes: ["profile", "mail"] })).toBe("profile mail");
    expect(await scopeOf({ scopes: ["profile", "mail"], scopeSeparator: "," })).toBe("profile,mail");
  });

  test("has no ID tokens for sign-ins, and those in responses are ignored", async () => {
    const fixture = open({ scopes: ["openid"] });
    const token = await idp().idToken("example", exampleDialect("").sample);
    const refused = await fixture.client.signIn.social({ provider: "example", idToken: { token } });
    expect(refused.error?.code).toBe("ID_TOKEN_NOT_SUPPORTED");
    idp().fail(withClaims({ sub: "grace" }));
    expect((await come(fixture)).error).toBe(null);
  });

  test("gets the secret, the parameters and the user agent of the app's declaration", async () => {
    const fixture = open({
      clientAuthentication: "basic",
      tokenParameters: ({ state = "" }) => ({ audience: "api", state }),
      userAgent: "shop/1.0",
    });
    expect((await come(fixture)).error).toBe("invalid_code");
    const { headers, form } = lastCall("token");
    expect(headers.get("authorization")).toMatch(/^Basic /);
    expect(headers.get("user-agent")).toBe("shop/1.0");
    expect(form.has("client_secret")).toBe(false);
    expect(Object.fromEntries(form)).toMatchObject({ audience: "api", state: expect.any(String) });
  });

  test("may be understood where it answers in a form of its own", async () => {
    idp().fail({ tokenAnswer: (answer) => ({ data: answer }) });
    expect((await come(open())).error).toBe("invalid_code");
    expect((await come(open({ readTokenAnswer: ({ data }) => data as Json }))).error).toBe(null);
  });

  test("may get several requests for a profile", async () => {
    const asked: string[] = [];
    const fixture = open({
      async loadProfile({ fetchJson, server: { userinfoEndpoint = "" } }) {
        const first = (await fetchJson(userinfoEndpoint)) as ExampleProfile;
        const second = (await fetchJson(userinfoEndpoint)) as ExampleProfile;
        asked.push(first.sub, second.sub);
        return { ...first, name: `${second.name} II` };
      },
    });
    expect((await come(fixture)).error).toBe(null);
    expect(asked).toEqual(["ada", "ada"]);
    expect((await fixture.client.getSession()).data?.user.name).toBe("Ada Lovelace II");
  });

  test("may reject users", async () => {
    expect((await come(open({ readIdentity: () => null }))).error).toBe("unable_to_get_user_info");
  });

  test("is not asked for new tokens if the app says so", async () => {
    const fixture = open({ refreshes: false });
    await come(fixture);
    expect((await fixture.client.refreshToken({ providerId: "example" })).error?.code).toBe("REFRESHING_NOT_SUPPORTED");
  });

  test("without PKCE gets no challenge", async () => {
    const url = new URL(await setOut(open({ pkce: false }), { provider: "example" }));
    expect(url.searchParams.has("code_challenge")).toBe(false);
  });
});

test.each(["authorizationEndpoint", "tokenEndpoint", "userinfoEndpoint"] as const)(
  "an auth does not start with an %s without TLS, unless it is on this machine",
  (field) => {
    const problem = `example: ${field} must be an https URL`;
    for (const url of ["http://acme.example/x", "acme.example/x", "javascript:alert(1)", "ftp://127.0.0.1/x"]) {
      expect(() => open({ [field]: url }), url).toThrow(problem);
    }
    for (const url of ["https://acme.example/x", "http://127.0.0.1:3000/x", "http://localhost/x", "http://[::1]/x"]) {
      expect(() => open({ [field]: url }), url).not.toThrow();
    }
  },
);
