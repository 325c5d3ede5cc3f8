import { type Provider, social } from "@keyhold/social";
import { createTestAuth } from "@keyhold/testing";
import { startIdentityProvider } from "@keyhold/testing/identity-provider";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { atlassian, figma, line, linear, naver, notion, paypal } from "./oauth2-recipes.ts";
import { kakao, salesforce, slack } from "./oidc-recipes.ts";

const client = { clientId: "the-client", clientSecret: "the-secret" };
const idp = await startIdentityProvider(client);
afterEach(() => idp.recover());
afterAll(() => idp.stop());

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly body: string;
  readonly headers: Headers;
}

/** Signs in at a provider with these answers by the beginning of the URL. */
async function signIn(provider: Provider, answers: Readonly<Record<string, object>>) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = String(input);
    sent.push({
      url,
      method: init?.method ?? "GET",
      body: String(init?.body ?? ""),
      headers: new Headers(init?.headers),
    });
    const [, answer] = Object.entries(answers).find(([begin]) => url.startsWith(begin)) ?? [];
    return answer ? Response.json(answer) : Response.json({ error: "not_found" }, { status: 404 });
  };
  const { browser, client } = createTestAuth({ plugins: [social({ providers: [provider], fetch })] });
  const { url } = await (await browser.post("/sign-in/social", { provider: provider.id })).json();
  const { searchParams } = new URL(url);
  const query = new URLSearchParams({ code: "the-code", state: searchParams.get("state") ?? "" });
  const landing = await browser.fetch(`/callback/${provider.id}?${query}`);
  const user = (await client.getSession()).data?.user;
  return { parameters: searchParams, location: landing.headers.get("location"), user, sent };
}

const tokens = { access_token: "the-token", token_type: "bearer" };

describe("a recipe signs the user in, with the answers of the provider's documentation:", () => {
  test("Notion has the user in the token response, and gets the secret in a header", async () => {
    const { user, sent, parameters } = await signIn(notion(client), {
      "https://api.notion.com/v1/oauth/token": {
        ...tokens,
        workspace_id: "w",
        owner: {
          type: "user",
          user: { object: "user", id: "e79a0b74", name: "Ada", avatar_url: null, person: { email: "ada@example.com" } },
        },
      },
    });
    expect(user).toMatchObject({ name: "Ada", email: "ada@example.com", emailVerified: false });
    expect(parameters.get("owner")).toBe("user");
    expect(sent[0]?.headers.get("authorization")).toMatch(/^Basic /);
  });

  test("Linear answers a GraphQL query", async () => {
    const { user, sent } = await signIn(linear(client), {
      "https://api.linear.app/oauth/token": { ...tokens, scope: "read" },
      "https://api.linear.app/graphql": {
        data: { viewer: { id: "7b2c", name: "Ada", email: "ada@example.com", avatarUrl: null } },
      },
    });
    expect(user).toMatchObject({ name: "Ada", email: "ada@example.com", emailVerified: false });
    expect(sent[1]).toMatchObject({ method: "POST", body: '{"query":"{ viewer { id name email avatarUrl } }"}' });
    expect(sent[1]?.headers.get("content-type")).toBe("application/json");
    expect(sent[1]?.headers.get("authorization")).toBe("Bearer the-token");
  });

  test("LINE verifies the ID token itself", async () => {
    const { user, sent } = await signIn(line(client), {
      "https://api.line.me/oauth2/v2.1/token": { ...tokens, id_token: "header.claims.signature" },
      "https://api.line.me/oauth2/v2.1/verify": { sub: "U4af4980629", name: "Ada", email: "ada@example.com" },
    });
    expect(user).toMatchObject({ name: "Ada", email: "ada@example.com", emailVerified: false });
    expect(sent[1]?.body).toBe("id_token=header.claims.signature&client_id=the-client");
  });

  test("LINE signs in no user if it rejects the ID token", async () => {
    const { user, location } = await signIn(line(client), {
      "https://api.line.me/oauth2/v2.1/token": { ...tokens, id_token: "header.claims.signature" },
    });
    expect(location).toContain("error=unable_to_get_user_info");
    expect(user).toBe(undefined);
  });

  test("Naver gets the state in the token request, too", async () => {
    const { user, sent, parameters } = await signIn(naver(client), {
      "https://nid.naver.com/oauth2.0/token": { ...tokens, expires_in: "3600" },
      "https://openapi.naver.com/v1/nid/me": {
        resultcode: "00",
        message: "success",
        response: { id: "32742776", nickname: "Ada", email: "ada@example.com" },
      },
    });
    expect(user).toMatchObject({ name: "Ada", email: "ada@example.com", emailVerified: false });
    expect(new URLSearchParams(sent[0]?.body).get("state")).toBe(parameters.get("state"));
  });

  test("PayPal says whether the address is confirmed", async () => {
    const { user } = await signIn(paypal(client), {
      "https://api-m.paypal.com/v1/oauth2/token": { ...tokens, id_token: "of.hs256.signature" },
      "https://api-m.paypal.com/v1/identity/oauth2/userinfo": {
        user_id: "https://www.paypal.com/webapps/auth/identity/user/mWq6",
        name: "Ada",
        emails: [{ value: "ada@example.com", primary: true, confirmed: true }],
      },
    });
    expect(user).toMatchObject({ name: "Ada", email: "ada@example.com", emailVerified: true });
  });

  test("Figma", async () => {
    const { user } = await signIn(figma(client), {
      "https://api.figma.com/v1/oauth/token": { ...tokens, expires_in: 7776000 },
      "https://api.figma.com/v1/me": { id: "1234", handle: "Ada", email: "ada@example.com", img_url: "https://i.co/a" },
    });
    expect(user).toMatchObject({ name: "Ada", email: "ada@example.com", image: "https://i.co/a" });
  });

  test("Atlassian", async () => {
    const { user, parameters } = await signIn(atlassian(client), {
      "https://auth.atlassian.com/oauth/token": { ...tokens, scope: "read:me" },
      "https://api.atlassian.com/me": { account_id: "112233aa", name: "Ada", email: "ada@example.com" },
    });
    expect(user).toMatchObject({ name: "Ada", email: "ada@example.com", emailVerified: false });
    expect(Object.fromEntries(parameters)).toMatchObject({ audience: "api.atlassian.com", prompt: "consent" });
  });
});

describe("a recipe of OpenID Connect", () => {
  const issuers = new Map([
    ["slack", "https://slack.com"],
    ["kakao", "https://kauth.kakao.com"],
    ["salesforce", "https://acme.my.salesforce.com"],
  ]);
  const providers = [slack(client), kakao(client), salesforce("https://acme.my.salesforce.com", client)];
  test.each(providers)("signs in at $id", async (provider) => {
    const issuer = issuers.get(provider.id) ?? "";
    idp.fail({
      claims: (claims) => ({ ...claims, iss: issuer, nickname: "Ada Lovelace" }),
      callback: (parameters) => parameters.delete("iss"),
    });
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const answer = await idp.fetch(String(url).replace(issuer, idp.origin), init);
      if (!String(url).endsWith("/openid-configuration")) return answer;
      const document = { ...(await answer.json()), issuer, authorization_response_iss_parameter_supported: false };
      return Response.json(JSON.parse(JSON.stringify(document).replaceAll(idp.origin, issuer)));
    };
    const { browser, client } = createTestAuth({ plugins: [social({ providers: [provider], fetch })] });
    const { url } = await (await browser.post("/sign-in/social", { provider: provider.id })).json();
    const scopes = new URL(url).searchParams.get("scope");
    expect(scopes).toBe(
      provider.id === "kakao" ? "openid account_email profile_nickname profile_image" : "openid email profile",
    );
    const asked = new URL(String(url).replace(issuer, idp.origin));
    asked.searchParams.set("scope", "openid email profile");
    const { url: back } = await idp.authorize(asked.href);
    await browser.fetch(back);
    const user = (await client.getSession()).data?.user;
    expect(user).toMatchObject({ name: "Ada Lovelace", email: "ada@example.com", emailVerified: true });
  });
});
