import { type TikTokProfile, tiktok } from "@keyhold/social/tiktok";
import type { Faults } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { setOut, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { arrive, openSocial } from "./fixture.ts";
import { describeProvider } from "./provider-suite.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The user info with another `data.user`. */
const saying = (change: (user: Fields) => unknown): Faults => ({
  profile(answer) {
    const { data, error } = answer as { readonly data: { readonly user: Fields }; readonly error: Fields };
    return { data: { user: change(data.user) }, error };
  },
});

/** TikTok's user info for a scope that was not granted. */
const refusing = (error: unknown): Faults => ({ profile: (answer) => ({ ...(answer as Fields), error }) });

describeProvider({
  id: "tiktok",
  provide: tiktok,
  emails: "none",
  user: {
    name: "Tik Toker",
    image: "https://p19-sign.tiktokcdn-us.com/tos-avt-0068-tx/b17f0e4b3a4f4a50993cf72cda8b88b8~c5_168x168.jpeg",
  },
  unverified: [
    ["an address that it does not tell", saying((user) => ({ ...user, email: "a@b.io", is_verified: true }))],
  ],
  hostile: [
    ["a profile without an id", saying(({ open_id, ...user }) => user), "unable_to_get_user_info"],
    ["a profile of another user", saying((user) => ({ ...user, open_id: "another" })), "unable_to_get_user_info"],
    ["tokens of another user", { tokenAnswer: (answer) => ({ ...answer, open_id: "x" }) }, "unable_to_get_user_info"],
    ["tokens of no user", { tokenAnswer: ({ open_id, ...answer }) => answer }, "unable_to_get_user_info"],
    ["an error with status 200", refusing({ code: "scope_not_authorized", message: "" }), "unable_to_get_user_info"],
    ["an error that is no object", refusing("ok"), "unable_to_get_user_info"],
    ["an answer that does not say that it is one", refusing(undefined), "unable_to_get_user_info"],
    ["a user info without a user", { profile: () => ({ data: {}, error: { code: "ok" } }) }, "unable_to_get_user_info"],
    ["null", { answers: { profile: { text: "null" } } }, "unable_to_get_user_info"],
    ["a token that it does not know", { answers: { profile: { status: 401 } } }, "unable_to_get_user_info"],
    ["a code that it refuses", { tokenAnswer: () => ({ error: "invalid_grant", log_id: "1" }) }, "invalid_code"],
    [
      "the error of its first API",
      { tokenAnswer: () => ({ data: { error_code: 10007, description: "" }, message: "error" }) },
      "invalid_code",
    ],
    ["JSON that ends too early", { answers: { token: { text: '{"access_token":"act.' } } }, "invalid_code"],
  ],
});

describe("TikTok", () => {
  const idp = useIdentityProvider();
  const mapProfileToUser = ({ open_id }: TikTokProfile) => ({ email: `${open_id}@tiktok.invalid` });

  test("gets the client key under its own name, scopes with commas, and no challenge", async () => {
    const fixture = openSocial(idp(), [tiktok({ ...idp(), scopes: ["video.list"] })]);
    const asked = new URL(await setOut(fixture, { provider: "tiktok" })).searchParams;
    expect(asked.get("client_key")).toBe("example-client");
    expect(asked.get("scope")).toBe("user.info.basic,video.list");
    expect([...asked.keys()].filter((name) => /client_id|challenge/.test(name))).toEqual([]);
  });

  test("gets the secret in the body of a request, and neither the secret nor a token in a URL", async () => {
    const urls: string[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      urls.push(String(input));
      return idp().fetch(input, init);
    };
    const fixture = openSocial(idp(), [tiktok({ ...idp(), mapProfileToUser })], { fetch });
    await travel(idp(), fixture, { provider: "tiktok" });
    expect((await fixture.client.refreshToken({ providerId: "tiktok" })).error).toBe(null);
    const forms = idp().calls.flatMap(({ endpoint, form }) => (endpoint === "token" ? [form] : []));
    expect(forms.map((form) => [form.get("grant_type"), form.get("client_key"), form.get("client_secret")])).toEqual([
      ["authorization_code", "example-client", "example-secret"],
      ["refresh_token", "example-client", "example-secret"],
    ]);
    expect(forms.some((form) => form.has("client_id") || form.has("code_verifier"))).toBe(false);
    expect(urls).toEqual([
      "https://open.tiktokapis.com/v2/oauth/token/",
      "https://open.tiktokapis.com/v2/user/info/?fields=open_id,union_id,display_name,avatar_url",
      "https://open.tiktokapis.com/v2/oauth/token/",
    ]);
  });

  test("answers the lifetime of the refresh token, and the granted scopes", async () => {
    const { fixture, account } = await arrive(idp(), tiktok({ ...idp(), mapProfileToUser, scopes: ["video.list"] }));
    const start = fixture.clock.now().getTime();
    expect(account?.accessTokenExpiresAt).toEqual(new Date(start + 7200 * 1000));
    expect(account?.refreshTokenExpiresAt).toEqual(new Date(start + 180 * 86_400 * 1000));
    expect(account?.scope).toBe("user.info.basic,video.list");
  });

  test("shares the handle if its scope was granted", async () => {
    const named = ({ open_id, username }: TikTokProfile) => ({
      email: `${open_id}@tiktok.invalid`,
      name: `@${username}`,
    });
    const { user } = await arrive(idp(), tiktok({ ...idp(), scopes: ["user.info.profile"], mapProfileToUser: named }));
    expect(user?.name).toBe("@tik.toker");
  });

  test("rejects new users unless the app generates an email address", async () => {
    expect((await arrive(idp(), tiktok(idp()))).landing.error).toBe("email_not_found");
  });
});
