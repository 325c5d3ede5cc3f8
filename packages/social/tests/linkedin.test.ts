import { linkedin } from "@keyhold/social/linkedin";
import { dialects } from "@keyhold/testing/identity-provider";
import { expect, test } from "vitest";
import { setOut, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withClaims, withProfile } from "./faults.ts";
import { openSocial } from "./fixture.ts";
import { describeIdTokenSignIn, sendIdToken } from "./id-token-suite.ts";
import { describeProvider } from "./provider-suite.ts";

const sample = dialects.linkedin.sample;

describeProvider({
  id: "linkedin",
  provide: linkedin,
  emails: "proven",
  user: { name: "John Doe", image: sample.picture },
  unverified: [
    ["false", withProfile({ email_verified: false })],
    ['"true" as a text', withProfile({ email_verified: "true" })],
    ["1", withProfile({ email_verified: 1 })],
    ["a missing verification", withProfile({ email_verified: undefined })],
  ],
  hostile: [
    ["a userinfo without a subject", withProfile({ sub: undefined }), "unable_to_get_user_info"],
    ["an empty subject", withProfile({ sub: "" }), "unable_to_get_user_info"],
    ["a subject of two lines", withProfile({ sub: "782bbtaQ\n" }), "unable_to_get_user_info"],
    ["an ID token and a userinfo of two users", withProfile({ sub: "somebody-else" }), "unable_to_get_user_info"],
    ["an ID token for another app", withClaims({ aud: "1" }), "unable_to_get_user_info"],
    ["an ID token that is not signed", { signature: "none" }, "unable_to_get_user_info"],
    ["a userinfo that is a list", { profile: () => [sample] }, "unable_to_get_user_info"],
    ["a userinfo that is no JSON", { answers: { profile: { text: "<html>" } } }, "unable_to_get_user_info"],
    ["a userinfo that fails", { answers: { profile: { status: 503, text: "" } } }, "unable_to_get_user_info"],
    ["a userinfo that hangs up", { answers: { profile: { hangsUp: true } } }, "unable_to_get_user_info"],
    ["a token answer without a token", { tokenAnswer: ({ access_token, ...a }) => a }, "invalid_code"],
    ["a token endpoint that fails", { answers: { token: { status: 500, text: "" } } }, "invalid_code"],
    ["a user without an email address", withProfile({ email: undefined }), "email_not_found"],
    ["an address that is an object", withProfile({ email: { value: "victim@example.com" } }), "email_not_found"],
  ],
});

const idp = useIdentityProvider();

describeIdTokenSignIn("linkedin", idp, () => linkedin(idp()));

test("LinkedIn is sent neither a challenge nor a nonce, because it ignores them", async () => {
  const fixture = openSocial(idp(), [linkedin(idp())]);
  const asked = new URL(await setOut(fixture, { provider: "linkedin" })).searchParams;
  expect([...asked.keys()].sort()).toEqual(["client_id", "redirect_uri", "response_type", "scope", "state"]);
});

test("an ID token of LinkedIn has no nonce: a client that sends one is rejected", async () => {
  const fixture = openSocial(idp(), [linkedin(idp())]);
  const token = await idp().idToken("linkedin", sample);
  expect((await sendIdToken(fixture, "linkedin", { token, nonce: "n-0S6_WzA2Mj" })).code).toBe("INVALID_TOKEN");
});

test.each(["https://www.linkedin.com", "https://www.linkedin.com/oauth"])("LinkedIn signs as %s", async (iss) => {
  const fixture = openSocial(idp(), [linkedin(idp())]);
  idp().fail(withClaims({ iss }));
  expect((await travel(idp(), fixture, { provider: "linkedin" })).error).toBe(null);
});
