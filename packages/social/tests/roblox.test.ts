import { roblox } from "@keyhold/social/roblox";
import { expect, test } from "vitest";
import { travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withClaims, withProfile } from "./faults.ts";
import { openSocial } from "./fixture.ts";
import { describeIdTokenSignIn } from "./id-token-suite.ts";
import { describeProvider } from "./provider-suite.ts";

describeProvider({
  id: "roblox",
  provide: roblox,
  emails: "none",
  user: {
    name: "exampleuser",
    image: "https://tr.rbxcdn.com/03dc2a9abe7b1aacaaf93ea46d5c0646/150/150/AvatarHeadshot/Png",
  },
  hostile: [
    ["a userinfo without a subject", withProfile({ sub: undefined }), "unable_to_get_user_info"],
    ["an empty subject", withProfile({ sub: "" }), "unable_to_get_user_info"],
    ["an ID token and a userinfo of two users", withProfile({ sub: "1" }), "unable_to_get_user_info"],
    ["an ID token of another nonce", withClaims({ nonce: "n" }), "unable_to_get_user_info"],
    ["an ID token for another app", withClaims({ aud: "1" }), "unable_to_get_user_info"],
    ["an ID token by another key", { signature: "other key" }, "unable_to_get_user_info"],
    ["an ID token by the public key", { signature: "public key as secret" }, "unable_to_get_user_info"],
    ["a userinfo that is no JSON", { answers: { profile: { text: '{"sub":' } } }, "unable_to_get_user_info"],
    ["a userinfo that is none", { answers: { profile: { status: 500 } } }, "unable_to_get_user_info"],
  ],
});

const idp = useIdentityProvider();

describeIdTokenSignIn("roblox", idp, () =>
  roblox({ ...idp(), mapProfileToUser: () => ({ email: "mapped@example.com" }) }),
);

test("a username of Roblox is never an email address, even in the form of one", async () => {
  const fixture = openSocial(idp(), [roblox(idp())]);
  idp().fail(withProfile({ preferred_username: "victim@example.com", name: "victim@example.com" }));
  expect((await travel(idp(), fixture, { provider: "roblox" })).error).toBe("email_not_found");
});

test.each([
  [true, true],
  ["true", false],
  [undefined, false],
])("an address that Roblox calls verified by %j counts as verified: %j", async (said, isVerified) => {
  const fixture = openSocial(idp(), [roblox({ ...idp(), scopes: ["email"] })]);
  idp().fail(withProfile({ email: "Ann@Example.com", email_verified: said }));
  expect((await travel(idp(), fixture, { provider: "roblox" })).error).toBe(null);
  expect((await fixture.client.getSession()).data?.user).toMatchObject({
    email: "ann@example.com",
    emailVerified: isVerified,
  });
});
