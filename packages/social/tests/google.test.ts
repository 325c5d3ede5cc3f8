import { google } from "@keyhold/social/google";
import { dialects } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { setOut, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withClaims } from "./faults.ts";
import { openSocial } from "./fixture.ts";
import { describeIdTokenSignIn, sendIdToken } from "./id-token-suite.ts";
import { describeProvider } from "./provider-suite.ts";

describeProvider({
  id: "google",
  provide: (options) => google({ ...options, accessType: "offline" }),
  emails: "proven",
  user: { name: "John Smith", image: "https://lh3.googleusercontent.com/a/photo" },
  unverified: [
    ['"false" as a text', withClaims({ email_verified: "false" })],
    ['"true" as a text', withClaims({ email_verified: "true" })],
    ["a missing verification", withClaims({ email_verified: undefined })],
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
const john = dialects.google.sample;

describe("Google for one Workspace domain", () => {
  const open = () => openSocial(idp(), [google({ ...idp(), hostedDomain: "example.com" })]);

  test("filters the accounts of that domain, and its users sign in", async () => {
    const fixture = open();
    expect(new URL(await setOut(fixture, { provider: "google" })).searchParams.get("hd")).toBe("example.com");
    idp().fail(withClaims({ hd: "example.com" }));
    expect((await travel(idp(), fixture, { provider: "google" })).error).toBe(null);
  });

  test("compares domains in lower case", async () => {
    const fixture = openSocial(idp(), [google({ ...idp(), hostedDomain: "Example.COM" })]);
    expect(new URL(await setOut(fixture, { provider: "google" })).searchParams.get("hd")).toBe("example.com");
    for (const hd of ["example.com", "EXAMPLE.com"]) {
      idp().fail(withClaims({ hd }));
      expect((await travel(idp(), fixture, { provider: "google" })).error).toBe(null);
    }
  });

  test.each([
    ["no", undefined],
    ["another", "evil.example"],
    ["a subdomain as", "sub.example.com"],
  ])("rejects users of %s domain, with any email address", async (_, hd) => {
    const fixture = open();
    idp().fail(withClaims({ hd, email: "ceo@example.com" }));
    expect((await travel(idp(), fixture, { provider: "google" })).error).toBe("unable_to_get_user_info");
    const token = await idp().idToken("google", john);
    expect((await fixture.client.signIn.social({ provider: "google", idToken: { token } })).error?.code).toBe(
      "INVALID_TOKEN",
    );
  });
});

describeIdTokenSignIn("google", idp, () => google(idp()));

describe("an ID token of One Tap or of a native app", () => {
  const send = async (token: string, clientId: string | readonly string[] = idp().clientId) =>
    sendIdToken(openSocial(idp(), [google({ ...idp(), clientId })]), "google", { token });

  test("is of the same user as in a browser", async () => {
    const fixture = openSocial(idp(), [google(idp())]);
    await sendIdToken(fixture, "google", { token: await idp().idToken("google", john) });
    const elsewhere = fixture.visit();
    await travel(idp(), { auth: fixture.auth, browser: elsewhere.browser }, { provider: "google" });
    expect((await elsewhere.client.getSession()).data?.user).toEqual((await fixture.client.getSession()).data?.user);
  });

  test("is accepted from both issuer names of Google", async () => {
    const token = await idp().idToken("google", john, { iss: "accounts.google.com" });
    expect((await send(token)).status).toBe(200);
  });

  test("may be made by an Android app for the web app's id, where both are listed", async () => {
    const token = await idp().idToken("google", john, { azp: "android-client" });
    expect((await send(token, [idp().clientId, "android-client"])).status).toBe(200);
    expect((await send(token)).code).toBe("INVALID_TOKEN");
  });
});
