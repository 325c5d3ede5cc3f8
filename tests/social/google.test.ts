import { google } from "@keyhold/social/google";
import { dialects, type Json } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { setOut, travel, useIdentityProvider } from "./journey.ts";
import { describeProvider } from "./provider-suite.ts";
import { openSocial, type SocialKit } from "./social-kit.ts";

const withClaims = (further: object) => ({ claims: (claims: Json) => ({ ...claims, ...further }) });

describeProvider({
  id: "google",
  provide: (options) => google({ ...options, accessType: "offline" }),
  emails: "proven",
  user: { name: "John Smith", image: "https://lh3.googleusercontent.com/a/photo" },
  doubtful: [
    ['"false" as a text', withClaims({ email_verified: "false" })],
    ['"true" as a text', withClaims({ email_verified: "true" })],
    ["nothing said of a proof", withClaims({ email_verified: undefined })],
  ],
  hostile: [
    ["an ID token without a subject", withClaims({ sub: undefined }), "unable_to_get_user_info"],
    ["an empty subject", withClaims({ sub: "" }), "unable_to_get_user_info"],
    ["no address", withClaims({ email: undefined }), "email_not_found"],
    ["two addresses in one", withClaims({ email: "a@x.io,b@x.io" }), "email_not_found"],
    ["an ID token that is not signed", { signature: "none" }, "unable_to_get_user_info"],
    ["an ID token for another app", withClaims({ aud: "other" }), "unable_to_get_user_info"],
    ["an ID token of another nonce", withClaims({ nonce: "other" }), "unable_to_get_user_info"],
    [
      "an issuer that only begins like Google",
      withClaims({ iss: "https://accounts.google.com.evil.example" }),
      "unable_to_get_user_info",
    ],
    ["an answer without an ID token", { tokenAnswer: ({ id_token, ...rest }) => rest }, "unable_to_get_user_info"],
  ],
});

const idp = useIdentityProvider();
const john = dialects.google?.sample ?? expect.fail("Google is spoken.");

describe("a Google for one Workspace domain", () => {
  const open = () => openSocial(idp(), [google({ ...idp(), hostedDomain: "example.com" })]);

  test("is asked to show that domain's people, and lets them in", async () => {
    const kit = open();
    expect(new URL(await setOut(kit, { provider: "google" })).searchParams.get("hd")).toBe("example.com");
    idp().fail(withClaims({ hd: "example.com" }));
    expect((await travel(idp(), kit, { provider: "google" })).error).toBe(null);
  });

  test.each([
    ["no", undefined],
    ["another", "evil.example"],
    ["a subdomain as", "sub.example.com"],
  ])("refuses people of %s domain, whatever their address is", async (_, hd) => {
    const kit = open();
    idp().fail(withClaims({ hd, email: "ceo@example.com" }));
    expect((await travel(idp(), kit, { provider: "google" })).error).toBe("unable_to_get_user_info");
    const token = await idp().idToken("google", john);
    expect((await kit.client.signIn.social({ provider: "google", idToken: { token } })).error?.code).toBe(
      "INVALID_TOKEN",
    );
  });
});

describe("an ID token of One Tap or of a native app", () => {
  const nonce = "n-0S6_WzA2Mj";
  const signIn = async (kit: SocialKit, token: string, further: { readonly nonce?: string } = {}) =>
    kit.client.signIn.social({ provider: "google", idToken: { token, ...further } });
  const open = (clientId: string | readonly string[] = idp().clientId) =>
    openSocial(idp(), [google({ ...idp(), clientId })]);

  test("opens a session for whom it speaks of, new or known", async () => {
    const kit = open();
    const first = await signIn(kit, await idp().idToken("google", john, { nonce }), { nonce });
    expect(first.data).toMatchObject({ redirect: false, user: { email: john.email, emailVerified: true } });
    expect((await kit.client.getSession()).data?.user.name).toBe("John Smith");
    const again = kit.visit();
    const second = await again.client.signIn.social({
      provider: "google",
      idToken: { token: await idp().idToken("google", john) },
    });
    expect(second.data).toMatchObject({ user: { email: john.email } });
    // Who came by the browser is the same person.
    const elsewhere = kit.visit();
    await travel(idp(), { auth: kit.auth, browser: elsewhere.browser }, { provider: "google" });
    expect((await elsewhere.client.getSession()).data?.user).toEqual((await kit.client.getSession()).data?.user);
  });

  test("is taken from either name that Google has for itself", async () => {
    const token = await idp().idToken("google", john, { iss: "accounts.google.com" });
    expect((await signIn(open(), token)).error).toBe(null);
  });

  test("may be made by an Android app for the web app's id, where both are listed", async () => {
    const token = await idp().idToken("google", john, { azp: "android-client" });
    expect((await signIn(open([idp().clientId, "android-client"]), token)).error).toBe(null);
    expect((await signIn(open(), token)).error?.code).toBe("INVALID_TOKEN");
  });

  test.each<readonly [string, Json, string | undefined]>([
    ["another nonce than was sent with it", { nonce: "other" }, nonce],
    ["no nonce where one was sent with it", {}, nonce],
    ["another audience", { aud: "other-app" }, undefined],
    ["our audience among others that it was not made for", { aud: ["example-client", "other-app"] }, undefined],
    ["an end in the past", { exp: 1 }, undefined],
    ["a beginning in the future", { nbf: 4_000_000_000 }, undefined],
    ["an age of an hour", { iat: 1_767_265_200 }, undefined],
    ["another issuer", { iss: "https://accounts.google.com.evil.example" }, undefined],
    ["no subject", { sub: undefined }, undefined],
  ])("is refused with %s", async (_, claims, sent) => {
    const kit = open();
    const token = await idp().idToken("google", john, claims);
    const refused = await signIn(kit, token, sent === undefined ? {} : { nonce: sent });
    expect(refused.error).toMatchObject({ status: 401, code: "INVALID_TOKEN" });
    expect((await kit.client.getSession()).data).toBe(null);
  });

  test.each(["none", "other key", "public key as secret", "unknown key id"] as const)(
    "is refused with the signature: %s",
    async (signature) => {
      const kit = open();
      idp().fail({ signature });
      expect((await signIn(kit, await idp().idToken("google", john))).error?.code).toBe("INVALID_TOKEN");
    },
  );

  test("is refused where the app wants none", async () => {
    const kit = openSocial(idp(), [google({ ...idp(), disableIdTokenSignIn: true })]);
    const token = await idp().idToken("google", john);
    expect((await signIn(kit, token)).error?.code).toBe("ID_TOKEN_NOT_SUPPORTED");
  });
});
