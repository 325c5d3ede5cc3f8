import { kick } from "@keyhold/social/kick";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { arrive } from "./fixture.ts";
import { describeProvider } from "./provider-suite.ts";

interface Listed {
  readonly data: readonly object[];
}

const list = (change: (person: object) => readonly unknown[]) => ({
  profile: (answer: unknown) => ({ message: "OK", data: change((answer as Listed).data[0] ?? {}) }),
});
const user = (fields: object) => list((person) => [{ ...person, ...fields }]);

describeProvider({
  id: "kick",
  provide: kick,
  emails: "unproven",
  user: { name: "John Doe", image: "https://kick.com/img/default-profile-pictures/default.jpeg" },
  hostile: [
    ["a person without an id", user({ user_id: undefined }), "unable_to_get_user_info"],
    ["an id that is a truth", user({ user_id: true }), "unable_to_get_user_info"],
    ["an empty list", list(() => []), "unable_to_get_user_info"],
    ["two people", list((person) => [person, { ...person, user_id: 7 }]), "unable_to_get_user_info"],
    ["a list of null", list(() => [null]), "unable_to_get_user_info"],
    ["a person without a list", { profile: () => ({ data: { user_id: 7 } }) }, "unable_to_get_user_info"],
    ["no data", { profile: () => ({ message: "OK" }) }, "unable_to_get_user_info"],
    ["null", { answers: { profile: { json: null } } }, "unable_to_get_user_info"],
    ["an empty address", user({ email: "" }), "email_not_found"],
    ["two addresses in one", user({ email: "a@x.io,b@x.io" }), "email_not_found"],
    ["an answer of 500", { answers: { profile: { status: 500 } } }, "unable_to_get_user_info"],
    ["JSON that ends too early", { answers: { profile: { text: '{"data": [' } } }, "unable_to_get_user_info"],
  ],
});

describe("Kick", () => {
  const idp = useIdentityProvider();

  test("never verifies an email address", async () => {
    idp().fail(user({ verified: true, email_verified: true, emailVerified: true }));
    expect((await arrive(idp(), kick(idp()))).user?.emailVerified).toBe(false);
  });

  test("signs in a user without an email address if the app generates one from the id", async () => {
    idp().fail(user({ email: "" }));
    const provider = kick({ ...idp(), mapProfileToUser: (profile) => ({ email: `${profile.user_id}@kick.invalid` }) });
    const { user: arrived } = await arrive(idp(), provider);
    expect(arrived).toMatchObject({ email: "4377088@kick.invalid", emailVerified: false });
  });
});
