import { userModel } from "@keyhold/core/plugin";
import { type RedditProfile, reddit } from "@keyhold/social/reddit";
import { describe, expect, test } from "vitest";
import { setOut, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { withProfile } from "./faults.ts";
import { arrive, openSocial } from "./fixture.ts";
import { describeProvider } from "./provider-suite.ts";

describeProvider({
  id: "reddit",
  provide: (options) => reddit({ ...options, duration: "permanent" }),
  emails: "none",
  user: {
    name: "spez",
    image: "https://styles.redditmedia.com/t5_3k30p/styles/profileIcon_snoo.png?width=256&height=256&s=4dd0a9b",
  },
  unverified: [["an address that it calls verified", withProfile({ email_verified: true })]],
  hostile: [
    ["a profile without an id", withProfile({ id: undefined }), "unable_to_get_user_info"],
    ["an id that is an object", withProfile({ id: {} }), "unable_to_get_user_info"],
    ["a profile of no user", { profile: () => ({ features: {} }) }, "unable_to_get_user_info"],
    ["a list of people", { profile: (it) => [it] }, "unable_to_get_user_info"],
    ["too many requests", { answers: { profile: { status: 429 } } }, "unable_to_get_user_info"],
    ["a page instead of JSON", { answers: { profile: { text: "<!doctype html>" } } }, "unable_to_get_user_info"],
    ["an error with status 200", { tokenAnswer: () => ({ error: "invalid_grant" }) }, "invalid_code"],
    ["tokens that are none", { tokenAnswer: () => ({ access_token: 1, token_type: "bearer" }) }, "invalid_code"],
  ],
});

describe("Reddit", () => {
  const idp = useIdentityProvider();
  const mapProfileToUser = ({ id }: RedditProfile) => ({ email: `${id}@reddit.invalid` });

  test("shares no email address, and no other field becomes one", async () => {
    idp().fail(withProfile({ email: "spez@reddit.example", oauth_client_id: "a@b.example" }));
    const { fixture, landing } = await arrive(idp(), reddit(idp()));
    expect(landing.error).toBe("email_not_found");
    expect(await fixture.db.count(userModel, {})).toBe(0);
  });

  test("issues no refresh token unless the app wants one", async () => {
    const provider = reddit({ ...idp(), mapProfileToUser });
    const url = new URL(await setOut(openSocial(idp(), [provider]), { provider: "reddit" }));
    expect(url.searchParams.get("duration")).toBe("temporary");
    const { fixture, user } = await arrive(idp(), provider);
    expect(user?.email).toBe("1w72@reddit.invalid");
    expect((await fixture.client.refreshToken({ providerId: "reddit" })).error?.code).toBe("REFRESH_TOKEN_NOT_FOUND");
  });

  test.each([
    ["keyhold", {}],
    ["web:com.example.app:1.0.0 (by /u/somebody)", { userAgent: "web:com.example.app:1.0.0 (by /u/somebody)" }],
  ])("is told that %s asks, for tokens and for the profile", async (name, options) => {
    const before = idp().calls.length;
    await arrive(idp(), reddit({ ...idp(), ...options }));
    const asked = idp()
      .calls.slice(before)
      .filter(({ endpoint }) => endpoint !== "authorization");
    expect(asked.map(({ endpoint, headers }) => [endpoint, headers.get("user-agent")])).toEqual([
      ["token", name],
      ["profile", name],
    ]);
  });

  test.each([[""], [null], [5], ["data:image/png;base64,AAAA"]])(
    "has no image for the picture %j",
    async (icon_img) => {
      idp().fail(withProfile({ icon_img }));
      const { landing, user } = await arrive(idp(), reddit({ ...idp(), mapProfileToUser }));
      expect({ error: landing.error, image: user?.image }).toEqual({ error: null, image: null });
    },
  );
});
