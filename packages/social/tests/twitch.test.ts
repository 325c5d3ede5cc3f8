import { twitch } from "@keyhold/social/twitch";
import { describe, expect, test } from "vitest";
import { setOut, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withClaims } from "./faults.ts";
import { arrive, openSocial } from "./fixture.ts";
import { describeIdTokenSignIn } from "./id-token-suite.ts";
import { describeProvider } from "./provider-suite.ts";

describeProvider({
  id: "twitch",
  provide: twitch,
  emails: "proven",
  user: {
    name: "TwitchDev",
    image:
      "https://static-cdn.jtvnw.net/jtv_user_pictures/8a6381c7-d0c0-4576-b179-38bd5ce1d6af-profile_image-300x300.png",
  },
  unverified: [
    ["false", withClaims({ email_verified: false })],
    ['"false" as a text', withClaims({ email_verified: "false" })],
    ['"true" as a text', withClaims({ email_verified: "true" })],
    ["a missing verification", withClaims({ email_verified: undefined })],
  ],
  hostile: [
    ["an ID token without a subject", withClaims({ sub: undefined }), "unable_to_get_user_info"],
    ["a subject with a line in it", withClaims({ sub: "1\n2" }), "unable_to_get_user_info"],
    ["an address that is not told", withClaims({ email: null }), "email_not_found"],
    ["two addresses in one", withClaims({ email: "a@x.io,b@x.io" }), "email_not_found"],
    ["an ID token that is not signed", { signature: "none" }, "unable_to_get_user_info"],
    ["an ID token of another signer", { signature: "other key" }, "unable_to_get_user_info"],
    ["another issuer", withClaims({ iss: "https://id.twitch.tv" }), "unable_to_get_user_info"],
    ["another nonce", withClaims({ nonce: "another" }), "unable_to_get_user_info"],
    ["an ID token for another app", withClaims({ aud: "other" }), "unable_to_get_user_info"],
    ["one that another app got", withClaims({ azp: "other" }), "unable_to_get_user_info"],
    ["no ID token", { tokenAnswer: ({ id_token, ...answer }) => answer }, "unable_to_get_user_info"],
    ["keys that are not there", { answers: { jwks: { status: 500, text: "" } } }, "unable_to_get_user_info"],
  ],
});

describe("Twitch", () => {
  const idp = useIdentityProvider();

  test("gets a request for claims that it does not include by default", async () => {
    const fixture = openSocial(idp(), [twitch(idp())]);
    const asked = new URL(await setOut(fixture, { provider: "twitch" })).searchParams;
    expect(JSON.parse(asked.get("claims") ?? "")).toEqual({
      id_token: { email: null, email_verified: null, picture: null, preferred_username: null },
    });
    expect(asked.get("nonce")).toMatch(/^[\w-]{20,}$/);
  });

  test("answers the granted scopes as a list, which are stored like those of other providers", async () => {
    const { fixture, account } = await arrive(idp(), twitch(idp()));
    expect(account?.scope).toBe("openid,user:read:email");
    const { data } = await fixture.client.refreshToken({ providerId: "twitch" });
    expect(data?.scopes).toEqual(["openid", "user:read:email"]);
  });

  test.each([
    ["names the one scope that it granted", "openid", "openid"],
    ["names none", undefined, "openid,user:read:email"],
  ])("is understood when it %s", async (_, scope, stored) => {
    idp().fail({ tokenAnswer: (answer) => ({ ...answer, scope }) });
    const { landing, account } = await arrive(idp(), twitch(idp()));
    expect({ error: landing.error, scope: account?.scope }).toEqual({ error: null, scope: stored });
  });

  describeIdTokenSignIn("twitch", idp, () => twitch(idp()));
});
