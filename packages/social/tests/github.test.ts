import { type GitHubProfile, github } from "@keyhold/social/github";
import { startIdentityProvider } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { setOut, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { arrive, openSocial } from "./fixture.ts";
import { describeProvider } from "./provider-suite.ts";

const userUrl = "https://api.github.com/user";

/** GitHub's user with changed fields. */
const user = (fields: object) => ({
  profile: (answer: unknown, url: string) => (url === userUrl ? { ...Object(answer), ...fields } : answer),
});

/** GitHub's email addresses, changed. The sample has a noreply address and a primary address. */
const emails = (change: (primary: object) => unknown) => ({
  profile: (answer: unknown, url: string) =>
    url === userUrl ? answer : change((answer as readonly object[])[1] ?? {}),
});

describeProvider({
  id: "github",
  provide: github,
  emails: "proven",
  user: { name: "monalisa octocat", image: "https://avatars.githubusercontent.com/u/583231?v=4" },
  unverified: [
    ["an unverified primary address", emails((primary) => [{ ...primary, verified: false }])],
    ['"true" as a text', emails((primary) => [{ ...primary, verified: "true" }])],
    ["a list that does not say", emails((primary) => [{ ...primary, verified: undefined }])],
    [
      "the verification of another address",
      emails((primary) => [
        { ...primary, verified: false },
        { email: "x@example.com", verified: true, primary: false },
      ]),
    ],
  ],
  hostile: [
    ["a person without an id", user({ id: undefined }), "unable_to_get_user_info"],
    ["an id that is no whole number", user({ id: 583231.5 }), "unable_to_get_user_info"],
    ["an id that is an object", user({ id: { toString: "583231" } }), "unable_to_get_user_info"],
    ["a name in the place of an id", user({ id: "mona lisa" }), "unable_to_get_user_info"],
    ["no addresses", emails(() => []), "email_not_found"],
    ["no primary address", emails((primary) => [{ ...primary, primary: false }]), "email_not_found"],
    ['"true" as a text for the primary address', emails((it) => [{ ...it, primary: "true" }]), "email_not_found"],
    ["an error in the place of addresses", emails(() => ({ message: "Not Found" })), "email_not_found"],
    ["addresses that are none", emails(() => [null, "octocat@github.com", 7]), "email_not_found"],
    ["two addresses in one", emails((it) => [{ ...it, email: "a@x.io,b@x.io" }]), "email_not_found"],
    ["an answer of 500", { answers: { profile: { status: 500 } } }, "unable_to_get_user_info"],
    ["JSON that ends too early", { answers: { profile: { text: '{"id": 583231' } } }, "unable_to_get_user_info"],
    ["a refused code, at a status of 200", { tokenAnswer: () => ({ error: "bad_verification_code" }) }, "invalid_code"],
  ],
});

describe("GitHub", () => {
  const idp = useIdentityProvider();

  test("has the primary email address, not the public one", async () => {
    idp().fail(user({ email: "somebody-else@example.com" }));
    const { user: arrived } = await arrive(idp(), github(idp()));
    expect(arrived).toMatchObject({ email: "octocat@github.com", emailVerified: true });
  });

  test('gets the login hint as its parameter "login"', async () => {
    const fixture = openSocial(idp(), [github(idp())]);
    const url = new URL(await setOut(fixture, { provider: "github", loginHint: "octocat" }));
    expect([url.searchParams.get("login"), url.searchParams.get("login_hint")]).toEqual(["octocat", null]);
  });

  test("uses the login of users without a name", async () => {
    idp().fail(user({ name: null }));
    expect((await arrive(idp(), github(idp()))).user?.name).toBe("octocat");
  });

  test("gets a request for JSON, because its token endpoint defaults to a form", async () => {
    await arrive(idp(), github(idp()));
    const asked = idp().calls.findLast(({ endpoint }) => endpoint === "token");
    expect(asked?.headers.get("accept")).toBe("application/json");
  });

  test("answers scopes separated by commas, which are stored one by one", async () => {
    const { fixture } = await arrive(idp(), github(idp()));
    const { data } = await fixture.client.getAccessToken({ providerId: "github" });
    expect(data?.scopes).toEqual(["read:user", "user:email"]);
  });

  /** GitHub, with a status for the list of email addresses. */
  const answering = (status: number): typeof globalThis.fetch => {
    const { fetch } = idp();
    return (url, init) =>
      String(url).startsWith(`${userUrl}/emails`)
        ? Promise.resolve(Response.json({ message: "Resource not accessible by integration" }, { status }))
        : fetch(url, init);
  };
  const start = { provider: "github", callbackURL: "/home" };

  describe.each([403, 404])("answers %i for the email addresses, as without the permission:", (status) => {
    test("a known user signs in, and keeps the email address", async () => {
      let { fetch } = idp();
      const fixture = openSocial(idp(), [github(idp())], { fetch: (url, init) => fetch(url, init) });
      await travel(idp(), fixture, start);
      const before = (await fixture.client.getSession()).data?.user;
      fetch = answering(status);
      const elsewhere = fixture.visit();
      const landing = await travel(idp(), { auth: fixture.auth, browser: elsewhere.browser }, start);
      expect(landing.error).toBe(null);
      expect((await elsewhere.client.getSession()).data?.user).toEqual(before);
      expect(before?.email).toBe("octocat@github.com");
    });

    test("a new user has no email address, unless the app maps the public one, which is unverified", async () => {
      const fetch = answering(status);
      expect((await travel(idp(), openSocial(idp(), [github(idp())], { fetch }), start)).error).toBe("email_not_found");
      const mapProfileToUser = ({ email }: GitHubProfile) => (email === null ? {} : { email });
      const fixture = openSocial(idp(), [github({ ...idp(), mapProfileToUser })], { fetch });
      expect((await travel(idp(), fixture, start)).error).toBe(null);
      const user = (await fixture.client.getSession()).data?.user;
      expect(user).toMatchObject({ email: "octocat@shown-to-everybody.example", emailVerified: false });
    });
  });

  test.each([401, 429, 500])("answers %i for the email addresses: the sign-in fails", async (status) => {
    const fixture = openSocial(idp(), [github(idp())], { fetch: answering(status) });
    expect((await travel(idp(), fixture, start)).error).toBe("unable_to_get_user_info");
  });

  test("answers 403 for the user: the sign-in fails", async () => {
    idp().fail({ answers: { profile: { status: 403 } } });
    expect((await arrive(idp(), github(idp()))).landing.error).toBe("unable_to_get_user_info");
  });

  test("has no address of a new user without the scope for email addresses", async () => {
    const { landing, user: arrived } = await arrive(
      idp(),
      github({ ...idp(), disableDefaultScopes: true, scopes: ["read:user"] }),
    );
    expect({ error: landing.error, arrived }).toEqual({ error: "email_not_found", arrived: null });
  });
});

describe("A GitHub App", () => {
  test("has tokens that expire, and refresh tokens for one use", async () => {
    const idp = await startIdentityProvider({ clientId: "Iv23liExample" });
    try {
      const { fixture, account } = await arrive(idp, github(idp));
      const start = fixture.clock.now().getTime();
      expect(account?.accessTokenExpiresAt?.getTime()).toBe(start + 28_800_000);
      expect(account?.refreshTokenExpiresAt?.getTime()).toBe(start + 15_811_200_000);
      expect(account?.scope).toBe("");

      fixture.clock.forward({ hours: 9 });
      const first = (await fixture.client.getAccessToken({ providerId: "github" })).data;
      expect(first?.accessToken).not.toBe(account?.accessToken);
      fixture.clock.forward({ hours: 9 });
      const second = (await fixture.client.getAccessToken({ providerId: "github" })).data;
      expect(second?.accessToken).not.toBe(first?.accessToken);
      expect(idp.calls.filter(({ form }) => form.get("grant_type") === "refresh_token")).toHaveLength(2);
    } finally {
      await idp.stop();
    }
  });
});
