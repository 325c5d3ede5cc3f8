import { vk } from "@keyhold/social/vk";
import { dialects } from "@keyhold/testing/identity-provider";
import { expect, test } from "vitest";
import { comeBack, setOut, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { openSocial } from "./fixture.ts";
import { describeProvider } from "./provider-suite.ts";

const withFields = (fields: object) => ({
  profile: (answer: unknown) => ({ user: { ...Object(answer).user, ...fields } }),
});

describeProvider({
  id: "vk",
  provide: vk,
  refreshes: false,
  // The sample has `"verified": true`, which concerns the user's identity.
  emails: "unproven",
  user: {
    name: "Ivan I.",
    image: "https://pp.userapi.com/60tZWMo4SmwcploUVl9XEt8ufnTTvDUmQ6Bj1g/mmv1pcj63C4.png",
  },
  hostile: [
    ["a user without an id", withFields({ user_id: undefined }), "unable_to_get_user_info"],
    ["an id of the wrong type", withFields({ user_id: ["1234567890"] }), "unable_to_get_user_info"],
    ["an answer without a user", { answers: { profile: { json: {} } } }, "unable_to_get_user_info"],
    ["a text instead of a user", { answers: { profile: { json: { user: "1" } } } }, "unable_to_get_user_info"],
    [
      "a refusal with status 200",
      { answers: { profile: { json: { error: "invalid_token", error_description: "…" } } } },
      "unable_to_get_user_info",
    ],
    ["a profile that is no JSON", { answers: { profile: { text: '{"user":{' } } }, "unable_to_get_user_info"],
    ["a browser that lost its device id", { callback: (sent) => sent.delete("device_id") }, "invalid_code"],
    ["a browser with another device id", { callback: (sent) => sent.set("device_id", "other") }, "invalid_code"],
  ],
});

const idp = useIdentityProvider();

test("VK gets the device id and the state of the callback with the code", async () => {
  const fixture = openSocial(idp(), [vk(idp())]);
  const sent = await idp().authorize(await setOut(fixture, { provider: "vk" }));
  const back = new URL(sent.url).searchParams;
  expect((await comeBack(fixture, sent)).error).toBe(null);
  const asked = idp().calls.findLast(({ endpoint }) => endpoint === "token");
  expect(Object.fromEntries(asked?.form ?? [])).toMatchObject({
    device_id: back.get("device_id"),
    state: back.get("state"),
    code_verifier: expect.any(String),
  });
});

test("VK signs in to an app without a secret", async () => {
  const fixture = openSocial(idp(), [vk({ clientId: idp().clientId })]);
  expect((await travel(idp(), fixture, { provider: "vk" })).error).toBe(null);
});

test("a user without an email address at VK gets the app's generated one, unverified", async () => {
  const ivan = { ...dialects.vk.sample, email: null };
  const strict = openSocial(idp(), [vk(idp())]);
  expect((await travel(idp(), strict, { provider: "vk" }, { as: ivan })).error).toBe("email_not_found");
  const fixture = openSocial(idp(), [
    vk({ ...idp(), mapProfileToUser: ({ user_id, email }) => ({ email: email ?? `${user_id}@vk.invalid` }) }),
  ]);
  expect((await travel(idp(), fixture, { provider: "vk" }, { as: ivan })).error).toBe(null);
  expect((await fixture.client.getSession()).data?.user).toMatchObject({
    email: "1234567890@vk.invalid",
    emailVerified: false,
  });
});

test("VK's page is in the language of the app's options", async () => {
  const fixture = openSocial(idp(), [vk({ ...idp(), language: "TURKEY" })]);
  expect(new URL(await setOut(fixture, { provider: "vk" })).searchParams.get("lang_id")).toBe("82");
  const plain = openSocial(idp(), [vk(idp())]);
  expect(new URL(await setOut(plain, { provider: "vk" })).searchParams.has("lang_id")).toBe(false);
});
