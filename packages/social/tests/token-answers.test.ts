import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { accountAt, come, openFixture } from "./fixture.ts";

const idp = useIdentityProvider();
type Answer = Readonly<Record<string, unknown>>;

/** The provider, with changed answers of the token endpoint. */
const answering =
  (status: number, change: (answer: Answer) => object): typeof globalThis.fetch =>
  async (url, init) => {
    const answer = await idp().fetch(url, init);
    if (init?.method !== "POST" || !String(url).includes("token")) return answer;
    return Response.json(change((await answer.json()) as Answer), { status });
  };

const same = (answer: Answer): Answer => answer;
const nulls = { refresh_token: null, scope: null, expires_in: null, error: null, refresh_token_expires_in: null };

/** Answers that RFC 6749, section 5.1, does not allow, and what is stored. */
const tolerated: readonly (readonly [
  what: string,
  status: number,
  change: (answer: Answer) => object,
  stored: object,
])[] = [
  [
    "members that are null",
    200,
    (answer) => ({ ...answer, ...nulls }),
    { refreshToken: null, scope: "openid,email,profile" },
  ],
  ["no token_type", 200, ({ token_type, ...answer }) => answer, {}],
  ["a token_type that is null", 200, (answer) => ({ ...answer, token_type: null }), {}],
  ["an empty token_type", 200, (answer) => ({ ...answer, token_type: "" }), {}],
  ["a list as scope", 200, (answer) => ({ ...answer, scope: ["openid", "email"] }), { scope: "openid,email" }],
  ["an empty list as scope", 200, (answer) => ({ ...answer, scope: [] }), { scope: "" }],
  ["an empty refresh token", 200, (answer) => ({ ...answer, refresh_token: "" }), { refreshToken: null }],
  ["a lifetime of no number", 200, (answer) => ({ ...answer, expires_in: "never" }), { accessTokenExpiresAt: null }],
  ["a negative lifetime", 200, (answer) => ({ ...answer, expires_in: -1 }), { accessTokenExpiresAt: null }],
  ["an empty error", 200, (answer) => ({ ...answer, error: "", error_description: "" }), {}],
  ["the status 201", 201, same, {}],
  ["the status 202", 202, same, {}],
];

describe.each(tolerated)("a token endpoint that answers %s", (_, status, change, stored) => {
  test("signs the user in, and stores the tokens", async () => {
    const fixture = openFixture(idp(), { social: { fetch: answering(status, change) } });
    expect((await come(idp(), fixture)).error).toBe(null);
    expect(await accountAt(fixture, "google")).toMatchObject({ accessToken: expect.stringMatching(/./), ...stored });
  });

  test("refreshes", async () => {
    let fetch = idp().fetch;
    const fixture = openFixture(idp(), { social: { fetch: (url, init) => fetch(url, init) } });
    await come(idp(), fixture);
    const before = await accountAt(fixture, "google");
    fetch = answering(status, change);
    expect((await fixture.client.refreshToken({ providerId: "google" })).error).toBe(null);
    const after = await accountAt(fixture, "google");
    expect(after.accessToken).not.toBe(before.accessToken);
    expect(after.refreshToken).toBe(before.refreshToken);
  });
});

test.each<[string, number, (answer: Answer) => object]>([
  ["an error, and tokens", 201, (answer) => ({ ...answer, error: "invalid_grant" })],
  ["another type of token", 200, (answer) => ({ ...answer, token_type: "mac" })],
  ["a type that is no text", 200, (answer) => ({ ...answer, token_type: 5 })],
  ["no access token", 201, ({ access_token, ...answer }) => answer],
  ["an access token that is null", 200, (answer) => ({ ...answer, access_token: null })],
  ["a list with other values as scope", 200, (answer) => ({ ...answer, scope: ["openid", 5] })],
  ["tokens at a status of 400", 400, same],
])("a token endpoint that answers %s signs nobody in", async (_, status, change) => {
  const fixture = openFixture(idp(), { social: { fetch: answering(status, change) } });
  expect((await come(idp(), fixture)).error).toBe("invalid_code");
});

/** The provider, whose token endpoint answers a form. */
const answeringForm =
  (contentType: string, change: (answer: Answer) => Answer = same, status = 200): typeof globalThis.fetch =>
  async (url, init) => {
    const answer = await idp().fetch(url, init);
    if (init?.method !== "POST" || !String(url).includes("token")) return answer;
    const members = Object.entries(change((await answer.json()) as Answer));
    const form = new URLSearchParams(members.map(([name, value]) => [name, String(value)]));
    return new Response(form.toString(), { status, headers: { "content-type": contentType } });
  };

describe("a token endpoint that answers a form", () => {
  test.each([
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-8",
    "Application/X-WWW-Form-Urlencoded",
  ])("as %s signs the user in, and stores the tokens", async (contentType) => {
    const fixture = openFixture(idp(), { social: { fetch: answeringForm(contentType) } });
    expect((await come(idp(), fixture)).error).toBe(null);
    const account = await accountAt(fixture, "google");
    expect(account).toMatchObject({ accessToken: expect.stringMatching(/./), accessTokenExpiresAt: expect.any(Date) });
  });

  test.each<[string, (answer: Answer) => Answer, number]>([
    ["an error", () => ({ error: "bad_verification_code" }), 200],
    ["an error with the status 400", () => ({ error: "invalid_grant" }), 400],
    ["no access token", ({ access_token, ...answer }) => answer, 200],
    ["no member", () => ({}), 200],
  ])("with %s signs in no user", async (_, change, status) => {
    const fetch = answeringForm("application/x-www-form-urlencoded", change, status);
    expect((await come(idp(), openFixture(idp(), { social: { fetch } }))).error).toBe("invalid_code");
  });

  test("as text/html signs in no user", async () => {
    const fixture = openFixture(idp(), { social: { fetch: answeringForm("text/html") } });
    expect((await come(idp(), fixture)).error).toBe("invalid_code");
  });

  test("with JSON in it signs the user in", async () => {
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const answer = await idp().fetch(url, init);
      if (init?.method !== "POST" || !String(url).includes("token")) return answer;
      return new Response(await answer.text(), { headers: { "content-type": "application/x-www-form-urlencoded" } });
    };
    expect((await come(idp(), openFixture(idp(), { social: { fetch } }))).error).toBe(null);
  });
});
