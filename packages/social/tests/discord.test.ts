import { discord } from "@keyhold/social/discord";
import { describe, expect, test } from "vitest";
import { setOut, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withProfile } from "./faults.ts";
import { arrive, openSocial } from "./fixture.ts";
import { describeProvider } from "./provider-suite.ts";

describeProvider({
  id: "discord",
  provide: discord,
  emails: "proven",
  user: {
    name: "Nelly",
    image: "https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png",
  },
  unverified: [
    ["an unverified email address", withProfile({ verified: false })],
    ['"true" as a text', withProfile({ verified: "true" })],
    ["an answer that does not say", withProfile({ verified: undefined })],
  ],
  hostile: [
    ["a person without an id", withProfile({ id: undefined }), "unable_to_get_user_info"],
    ["an id that JSON has rounded", withProfile({ id: 80351110224678912 }), "unable_to_get_user_info"],
    ["an id that is an object", withProfile({ id: { toString: 7 } }), "unable_to_get_user_info"],
    ["an id with a blank in it", withProfile({ id: "80351110 224678912" }), "unable_to_get_user_info"],
    ["no address", withProfile({ email: null }), "email_not_found"],
    ["two addresses in one", withProfile({ email: "a@x.io,b@x.io" }), "email_not_found"],
    ["a list in the place of a profile", { profile: () => ["80351110224678912"] }, "unable_to_get_user_info"],
    ["too many requests", { answers: { profile: { status: 429 } } }, "unable_to_get_user_info"],
    ["an answer of 500", { answers: { profile: { status: 500 } } }, "unable_to_get_user_info"],
    ["JSON that ends too early", { answers: { profile: { text: '{"id": "8035' } } }, "unable_to_get_user_info"],
    ["an `iss` of another", { callback: (it) => it.set("iss", "https://discord.example") }, "invalid_callback_request"],
  ],
});

describe("Discord", () => {
  const idp = useIdentityProvider();

  test("uses the username of users without a display name", async () => {
    idp().fail(withProfile({ global_name: null }));
    expect((await arrive(idp(), discord(idp()))).user?.name).toBe("nelly");
  });

  test.each([null, undefined, 7, {}])("has no image of a user whose avatar is %j", async (avatar) => {
    idp().fail(withProfile({ avatar }));
    expect((await arrive(idp(), discord(idp()))).user).toMatchObject({ name: "Nelly", image: null });
  });

  test("asks for consent once, unless the app configures it", async () => {
    const promptOf = async (options: { readonly prompt?: string }) => {
      const fixture = openSocial(idp(), [discord({ ...idp(), ...options })]);
      return new URL(await setOut(fixture, { provider: "discord" })).searchParams.get("prompt");
    };
    expect(await promptOf({})).toBe("none");
    expect(await promptOf({ prompt: "consent" })).toBe("consent");
  });

  test("signs in a user without an email address if the app generates one from the id, which stays unverified", async () => {
    idp().fail(withProfile({ email: null, verified: false }));
    const provider = discord({ ...idp(), mapProfileToUser: ({ id }) => ({ email: `${id}@discord.invalid` }) });
    const { user: arrived } = await arrive(idp(), provider);
    expect(arrived).toMatchObject({ email: "80351110224678912@discord.invalid", emailVerified: false });
  });
});
