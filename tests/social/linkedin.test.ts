import { linkedin } from "@keyhold/social/linkedin";
import { dialects, type Person } from "@keyhold/testing/identity-provider";
import { expect, test } from "vitest";
import { describeIdTokenSignIn, sendIdToken } from "./id-token-suite.ts";
import { setOut, travel, useIdentityProvider } from "./journey.ts";
import { describeProvider } from "./provider-suite.ts";
import { openSocial } from "./social-kit.ts";

const withClaims = (claims: object) => ({ profile: (answer: unknown) => ({ ...Object(answer), ...claims }) });
const sample = dialects.linkedin?.sample as Person;

describeProvider({
  id: "linkedin",
  provide: linkedin,
  emails: "proven",
  user: { name: "John Doe", image: sample.picture },
  doubtful: [
    ["false", withClaims({ email_verified: false })],
    ['"true" as a text', withClaims({ email_verified: "true" })],
    ["1", withClaims({ email_verified: 1 })],
    ["nothing said", withClaims({ email_verified: undefined })],
  ],
  hostile: [
    ["a userinfo without a subject", withClaims({ sub: undefined }), "unable_to_get_user_info"],
    ["an empty subject", withClaims({ sub: "" }), "unable_to_get_user_info"],
    ["a subject of two lines", withClaims({ sub: "782bbtaQ\n" }), "unable_to_get_user_info"],
    ["an ID token and a userinfo of two people", withClaims({ sub: "somebody-else" }), "unable_to_get_user_info"],
    ["an ID token for another app", { claims: (claims) => ({ ...claims, aud: "1" }) }, "unable_to_get_user_info"],
    ["an ID token that is not signed", { signature: "none" }, "unable_to_get_user_info"],
    ["a userinfo that is a list", { profile: () => [sample] }, "unable_to_get_user_info"],
    ["a userinfo that is no JSON", { answers: { profile: { text: "<html>" } } }, "unable_to_get_user_info"],
    ["a userinfo that fails", { answers: { profile: { status: 503, text: "" } } }, "unable_to_get_user_info"],
    ["a userinfo that hangs up", { answers: { profile: { hangsUp: true } } }, "unable_to_get_user_info"],
    ["a token answer without a token", { tokenAnswer: ({ access_token, ...a }) => a }, "invalid_code"],
    ["a token endpoint that fails", { answers: { token: { status: 500, text: "" } } }, "invalid_code"],
    ["somebody without an address", withClaims({ email: undefined }), "email_not_found"],
    ["an address that is an object", withClaims({ email: { value: "victim@example.com" } }), "email_not_found"],
  ],
});

const idp = useIdentityProvider();

describeIdTokenSignIn("linkedin", idp, () => linkedin(idp()));

test("LinkedIn is sent neither a challenge nor a nonce, with which it does nothing", async () => {
  const kit = openSocial(idp(), [linkedin(idp())]);
  const asked = new URL(await setOut(kit, { provider: "linkedin" })).searchParams;
  expect([...asked.keys()].sort()).toEqual(["client_id", "redirect_uri", "response_type", "scope", "state"]);
});

test("an ID token of LinkedIn is bound to no request: an app that relies on a nonce is refused", async () => {
  const kit = openSocial(idp(), [linkedin(idp())]);
  const token = await idp().idToken("linkedin", sample);
  expect((await sendIdToken(kit, "linkedin", { token, nonce: "n-0S6_WzA2Mj" })).code).toBe("INVALID_TOKEN");
});

test.each(["https://www.linkedin.com", "https://www.linkedin.com/oauth"])("LinkedIn signs as %s", async (iss) => {
  const kit = openSocial(idp(), [linkedin(idp())]);
  idp().fail({ claims: (claims) => ({ ...claims, iss }) });
  expect((await travel(idp(), kit, { provider: "linkedin" })).error).toBe(null);
});
