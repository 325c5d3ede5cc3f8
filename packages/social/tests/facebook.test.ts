import { createHmac } from "node:crypto";
import { type FacebookOptions, facebook } from "@keyhold/social/facebook";
import { dialects } from "@keyhold/testing/identity-provider";
import { expect, test } from "vitest";
import { changedProvider, open, setOut, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withProfile } from "./faults.ts";
import { openSocial } from "./fixture.ts";
import { describeIdTokenSignIn, sendIdToken } from "./id-token-suite.ts";
import { describeProvider } from "./provider-suite.ts";

const graphError = { error: { message: "Invalid OAuth access token.", type: "OAuthException", code: 190 } };
const sample = dialects.facebook.sample;

describeProvider({
  id: "facebook",
  provide: ({ clientSecret, ...options }) => facebook({ ...options, clientSecret: clientSecret as string }),
  emails: "unproven",
  fragment: "#",
  user: { name: "Jane Smith", image: sample.picture },
  unverified: [
    ["a field that Facebook does not document", withProfile({ verified: true, email_verified: true })],
    ["a picture that is null", withProfile({ picture: null })],
    ["a picture without data", withProfile({ picture: { data: null } })],
    ["a picture that is a text", withProfile({ picture: "https://evil.io/x.png" })],
    ["a picture that is a script", withProfile({ picture: { data: { url: "javascript:alert(1)" } } })],
    ["a name that is an object", withProfile({ name: { first: "Jane" } })],
  ],
  hostile: [
    ["a profile without an id", withProfile({ id: undefined }), "unable_to_get_user_info"],
    ["an id that is too large for a number", withProfile({ id: 1e21 }), "unable_to_get_user_info"],
    ["an id that is an object", withProfile({ id: {} }), "unable_to_get_user_info"],
    ["a profile that is null", { profile: () => null }, "unable_to_get_user_info"],
    ["a profile that is an error", { answers: { profile: { json: graphError } } }, "unable_to_get_user_info"],
    [
      "a Graph API that refuses",
      { answers: { profile: { status: 400, json: graphError } } },
      "unable_to_get_user_info",
    ],
    ["a profile that ends too early", { answers: { profile: { text: '{"id":"1' } } }, "unable_to_get_user_info"],
    [
      "a Graph API that leads elsewhere",
      { answers: { profile: { redirectTo: "https://evil.io/" } } },
      "unable_to_get_user_info",
    ],
    ["a token endpoint that refuses", { answers: { token: { status: 400, json: graphError } } }, "invalid_code"],
    ["a refusal with status 200", { answers: { token: { json: graphError } } }, "invalid_code"],
    ["a user without a shared email address", withProfile({ email: undefined }), "email_not_found"],
    ["an address that is a list", withProfile({ email: ["victim@example.com"] }), "email_not_found"],
  ],
});

const idp = useIdentityProvider();
const own = (options: Partial<FacebookOptions> = {}) => {
  const { clientId, clientSecret } = idp();
  return facebook({ clientId, clientSecret, ...options });
};

describeIdTokenSignIn("facebook", idp, () => own());

test("the Graph API gets the token in a header, and an appsecret_proof in the URL", async () => {
  const urls: string[] = [];
  const tenantServer = changedProvider(idp(), {
    fetch: (url, init) => {
      urls.push(String(url));
      return idp().fetch(url, init);
    },
  });
  const fixture = openSocial(tenantServer, [own()]);
  expect((await travel(idp(), fixture, { provider: "facebook" })).error).toBe(null);
  const token = (await fixture.client.getAccessToken({ providerId: "facebook" })).data?.accessToken ?? "";
  const proof = createHmac("sha256", idp().clientSecret).update(token).digest("hex");
  expect(urls).toEqual([
    "https://graph.facebook.com/v26.0/oauth/access_token",
    `https://graph.facebook.com/v26.0/me?fields=id%2Cname%2Cemail%2Cpicture&appsecret_proof=${proof}`,
  ]);
  expect(idp().calls.at(-1)?.headers.get("authorization")).toBe(`Bearer ${token}`);
});

test('every redirect of a callback has a fragment, so that no browser keeps Facebook\'s "#_=_"', async () => {
  const fixture = openSocial(idp(), [own()]);
  const flow = { provider: "facebook", errorCallbackURL: "/sign-in" };
  const landed = async (callbackURL: string | undefined, deny = false) => {
    const { response } = await travel(idp(), fixture, { ...flow, callbackURL }, { deny });
    return response.headers.get("location");
  };
  const app = "https://app.example.com";
  expect(await landed("/home?tab=2")).toBe(`${app}/home?tab=2#`);
  expect(await landed(undefined)).toBe(`${app}/#`);
  expect(await landed("/home#top")).toBe(`${app}/home#top`);
  expect(await landed("/home", true)).toBe(`${app}/sign-in?error=access_denied#`);
  const unknown = await open(fixture.browser, "/callback/facebook?code=x");
  expect(unknown.response.headers.get("location")).toBe(`${app}/api/auth/error?error=state_not_found#`);
});

test("a configuration of Facebook Login for Business replaces the scopes", async () => {
  const scopeOf = async (options: Partial<FacebookOptions>) => {
    const url = new URL(await setOut(openSocial(idp(), [own(options)]), { provider: "facebook" }));
    return [url.searchParams.get("config_id"), url.searchParams.get("scope")];
  };
  expect(await scopeOf({ configId: "1234567890" })).toEqual(["1234567890", null]);
  expect(await scopeOf({})).toEqual([null, "email public_profile"]);
});

test("Limited Login has the same user id as the Graph API, and does not verify the email address either", async () => {
  const fixture = openSocial(idp(), [own()]);
  await travel(idp(), fixture, { provider: "facebook" });
  const token = await idp().idToken("facebook", sample, { email_verified: true });
  const { user } = await sendIdToken(fixture.visit(), "facebook", { token });
  const present = (await fixture.client.getSession()).data?.user;
  expect(user).toMatchObject({ id: present?.id, emailVerified: false, image: sample.picture, name: "Jane Smith" });

  await fixture.signUp("victim@example.com");
  const other = await idp().idToken("facebook", { ...sample, subject: "666", email: "victim@example.com" });
  expect((await sendIdToken(fixture.visit(), "facebook", { token: other })).code).toBe("ACCOUNT_NOT_LINKED");
});

test("an additional ID token must be of the same user", async () => {
  const fixture = openSocial(idp(), [own({ scopes: ["openid"] })]);
  expect((await travel(idp(), fixture, { provider: "facebook" })).error).toBe(null);
  idp().fail(withProfile({ id: "666" }));
  expect(
    (await travel(idp(), { auth: fixture.auth, browser: fixture.visit().browser }, { provider: "facebook" })).error,
  ).toBe("unable_to_get_user_info");
});
