import { type SpotifyProfile, spotify } from "@keyhold/social/spotify";
import { describe, expect, test } from "vitest";
import { travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withProfile } from "./faults.ts";
import { arrive } from "./fixture.ts";
import { describeProvider } from "./provider-suite.ts";

describeProvider({
  id: "spotify",
  provide: spotify,
  emails: "unproven",
  user: { name: "JM Wizzler", image: "https://i.scdn.co/image/ab67616d00001e02ff9ca10b55ce82ae553c8228" },
  unverified: [['"email_verified", which Spotify does not know,', withProfile({ email_verified: true })]],
  hostile: [
    ["a profile without an id", withProfile({ id: undefined }), "unable_to_get_user_info"],
    ["an id of two words", withProfile({ id: "wiz zler" }), "unable_to_get_user_info"],
    ["a profile without an address", withProfile({ email: undefined }), "email_not_found"],
    ["a profile that is a text", { profile: () => "wizzler" }, "unable_to_get_user_info"],
    ["null", { answers: { profile: { text: "null" } } }, "unable_to_get_user_info"],
    ["an app without access", { answers: { profile: { status: 403 } } }, "unable_to_get_user_info"],
    ["a broken server", { answers: { profile: { status: 500, text: "" } } }, "unable_to_get_user_info"],
    ["JSON that ends too early", { answers: { profile: { text: '{"id":"wiz' } } }, "unable_to_get_user_info"],
    ["a token endpoint that hangs up", { answers: { token: { hangsUp: true } } }, "invalid_code"],
  ],
});

describe("Spotify", () => {
  const idp = useIdentityProvider();

  test.each([
    ["no picture", []],
    ["a text", "https://i.scdn.co/image/1"],
    ["null", null],
    ["a list of null", [null]],
    ["a picture that is a script", [{ url: "javascript:alert(1)" }]],
    ["a URL that is a number", [{ url: 1 }]],
  ])("has no image for %s", async (_, images) => {
    idp().fail(withProfile({ images }));
    const { landing, user } = await arrive(idp(), spotify(idp()));
    expect({ error: landing.error, image: user?.image }).toEqual({ error: null, image: null });
  });

  test("uses the email address as the name of a user without a display name", async () => {
    idp().fail(withProfile({ display_name: null }));
    const { user } = await arrive(idp(), spotify(idp()));
    expect(user?.name).toBe("email");
  });

  test("shares no email address with an app in development mode, which may generate one", async () => {
    idp().fail(withProfile({ email: undefined }));
    const mapProfileToUser = ({ id }: SpotifyProfile) => ({ email: `${id}@spotify.invalid` });
    const { user } = await arrive(idp(), spotify({ ...idp(), mapProfileToUser }));
    expect(user).toMatchObject({ email: "wizzler@spotify.invalid", emailVerified: false });
  });

  test("identifies users by the id that never changes, if the app says so", async () => {
    const { fixture, user, account } = await arrive(idp(), spotify({ ...idp(), subject: "account_id" }));
    expect(account?.accountId).toBe("aB3dE5fG7h-wizzler");
    idp().fail(withProfile({ id: "renamed" }));
    const elsewhere = fixture.visit();
    await travel(idp(), { auth: fixture.auth, browser: elsewhere.browser }, { provider: "spotify" });
    expect((await elsewhere.client.getSession()).data?.user.id).toBe(user?.id);
  });

  test("rejects users without that id, if the app says so", async () => {
    idp().fail(withProfile({ account_id: undefined }));
    const { landing } = await arrive(idp(), spotify({ ...idp(), subject: "account_id" }));
    expect(landing.error).toBe("unable_to_get_user_info");
  });
});
