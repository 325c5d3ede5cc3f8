import { memory } from "@keyhold/adapter-memory";
import type { ValidationSchema } from "@keyhold/core/plugin";
import { social } from "@keyhold/social";
import { counted } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { type Fixture, openFixture } from "./fixture.ts";

const idp = useIdentityProvider();

const paths = ["/sign-in/social", "/link-social"] as const;
type Path = (typeof paths)[number];

const { signIn, linkSocial } = social({ providers: [] }).endpoints;
const inputs = { "/sign-in/social": signIn.social.input, "/link-social": linkSocial.input } as const;
const fieldsOf = (path: Path): readonly string[] =>
  Object.keys((inputs[path] as ValidationSchema & { readonly shape: object }).shape);

const noText: readonly unknown[] = [5, true, null, [], ["a"], {}, { $ne: "" }, { toString: "a" }, "a\u0000b", "\ud800"];
const noFlag: readonly unknown[] = ["true", "false", 0, 1, null, [], {}];

/** Invalid values of every field; a path with a dot is a field inside. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  provider: [...noText, undefined],
  callbackURL: noText,
  newUserCallbackURL: noText,
  errorCallbackURL: noText,
  disableRedirect: noFlag,
  requestSignUp: noFlag,
  rememberMe: noFlag,
  loginHint: [...noText, "x".repeat(321)],
  scopes: ["email", 5, true, null, {}, { length: 1 }, Array(20).fill("x".repeat(60))],
  "scopes.0": [5, true, null, {}, [], "", "a\tb", "a\r\nb", 'a"b', "a\\b", "é", "a\u0000", "\ud800"],
  idToken: ["x", 5, true, null, [], ["x"]],
  "idToken.token": [...noText, undefined, ""],
  "idToken.nonce": [...noText, "", "x".repeat(256)],
  "idToken.accessToken": [...noText, "x".repeat(8193)],
  "idToken.refreshToken": [...noText, "x".repeat(8193)],
  "idToken.expiresAt": ["5", true, null, [], {}, 0, -1, 1.5, 1e308, 32_503_680_001],
};

function bodyWith(field: string, value: unknown): object {
  const [outer = "", inner] = field.split(".");
  if (inner === undefined) return { provider: "google", [outer]: value };
  if (outer === "scopes") return { provider: "google", scopes: [value] };
  return { provider: "google", idToken: { token: "x", [inner]: value } };
}

/** A signed-in user, and the calls of the database since then. */
async function openCounted() {
  const database = counted(memory());
  const flow = openFixture(idp(), { config: { database } });
  const { browser } = await flow.signUp("ann@example.com");
  await flow.auth.idle();
  database.reset();
  return { flow, browser, database };
}

const post = async ({ browser }: Pick<Fixture, "browser">, path: string, body: unknown) => {
  const response = await browser.post(path, body);
  const answer = (await response.json()) as {
    code?: string;
    message?: string;
    issues?: { path: string }[];
    url?: string;
  };
  return { status: response.status, body: answer };
};

describe.each(paths)("%s", (path) => {
  test("has no field that is not tested below", () => {
    const known = new Set(Object.keys(wrong).map((field) => field.split(".", 1)[0]));
    expect(fieldsOf(path).length).toBeGreaterThan(6);
    expect(fieldsOf(path).filter((field) => !known.has(field))).toEqual([]);
  });

  const fields = Object.entries(wrong).filter(([field]) => fieldsOf(path).includes(field.split(".", 1)[0] ?? ""));

  test.each(fields)("rejects an invalid %s with the path of the field", async (field, values) => {
    const { flow, browser, database } = await openCounted();
    for (const value of values) {
      const { status, body } = await post({ browser }, path, bodyWith(field, value));
      const shown = JSON.stringify(value);
      expect({ status, code: body.code }, shown).toEqual({ status: 400, code: "VALIDATION_ERROR" });
      expect(new Set(body.issues?.map((issue) => issue.path)), shown).toEqual(new Set([field]));
    }
    expect(database.calls.filter(({ verb }) => verb === "insert")).toEqual([]);
    expect(flow.logged).toEqual([]);
  });

  test.each(["null", "[]", '"x"', "5", "{", "", '{"__proto__":{"provider":"google"}}'])(
    "refuses %j for a body",
    async (text) => {
      const { browser } = await openCounted();
      const headers = { "content-type": "application/json" };
      expect((await browser.fetch(path, { method: "POST", body: text, headers })).status).toBe(400);
    },
  );

  test("ignores unknown fields", async () => {
    const { browser } = await openCounted();
    const further = {
      constructor: 1,
      hasOwnProperty: 1,
      redirect_uri: "x",
      state: "x",
      userId: "x",
      additionalData: {},
    };
    const { status, body } = await post({ browser }, path, { provider: "google", ...further });
    expect(status).toBe(200);
    expect(new URL(body.url ?? "").searchParams.get("state")).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  test("stores URLs of up to two kilobytes together, and rejects the URL above that", async () => {
    const { flow, browser, database } = await openCounted();
    const names = ["callbackURL", "errorCallbackURL", "newUserCallbackURL"].filter((name) =>
      fieldsOf(path).includes(name),
    );
    const share = Math.floor(2048 / names.length);
    const right = Object.fromEntries(names.map((name) => [name, `/${"x".repeat(share - 1)}`]));
    expect((await post({ browser }, path, { provider: "google", ...right })).status).toBe(200);
    database.reset();
    const last = names.at(-1) ?? "";
    const { status, body } = await post({ browser }, path, {
      provider: "google",
      ...right,
      [last]: `${right[last]}xxx`,
    });
    expect({ status, body }).toEqual({
      status: 403,
      body: { code: `INVALID_${last.toUpperCase()}`, message: `Invalid ${last}` },
    });
    // URL encoding may make an address longer.
    const grown = await post({ browser }, path, { provider: "google", callbackURL: `/${"語".repeat(300)}` });
    expect(grown.body.code).toBe("INVALID_CALLBACKURL");
    expect(database.calls.filter(({ verb }) => verb === "insert")).toEqual([]);
    expect(flow.logged).toEqual([]);
  });

  test.each([
    [{}, true],
    [{ disableRedirect: false }, true],
    [{ disableRedirect: true }, false],
  ])("answers %j with the URL, and whether the page is to go there: %s", async (wish, redirect) => {
    const { browser } = await openCounted();
    const { status, body } = await post({ browser }, path, { provider: "google", ...wish });
    expect({ status, body }).toEqual({
      status: 200,
      body: { url: expect.stringMatching(/^https:\/\/accounts/), redirect },
    });
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }, "INVALID_ORIGIN"],
    ["a sandbox", { origin: "null" }, "MISSING_OR_NULL_ORIGIN"],
  ])("is closed to pages of %s", async (_, headers, code) => {
    const { browser, database } = await openCounted();
    for (const body of [{ provider: "google" }, { provider: "google", idToken: { token: "x" } }]) {
      const init = {
        method: "POST",
        body: JSON.stringify(body),
        headers: { ...headers, "content-type": "application/json" },
      };
      const response = await browser.fetch(path, init);
      expect(response.status).toBe(403);
      expect(((await response.json()) as { code: string }).code).toBe(code);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(database.calls).toEqual([]);
  });

  test("has a rate limit of thirty requests in a minute from one IP address", async () => {
    const flow = openFixture(idp(), { config: { rateLimit: { enabled: true } } });
    const { browser } = await flow.signUp("ann@example.com");
    for (let turn = 0; turn < 30; turn += 1) {
      expect((await browser.post(path, { provider: "google" })).status).toBe(200);
    }
    const refused = await browser.post(path, { provider: "google" });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    flow.clock.forward({ minutes: 1 });
    expect((await browser.post(path, { provider: "google" })).status).toBe(200);
  });
});

test("link-social needs a fresh session", async () => {
  const flow = openFixture(idp());
  for (const body of [{ provider: "google" }, { provider: "nope" }, { provider: 5 }, {}]) {
    expect(await post(flow, "/link-social", body)).toEqual({
      status: 401,
      body: { code: "UNAUTHORIZED", message: "Unauthorized" },
    });
  }
  const { browser } = await flow.signUp("ann@example.com");
  flow.clock.forward({ minutes: 10, seconds: 1 });
  expect(await post({ browser }, "/link-social", { provider: "google" })).toEqual({
    status: 403,
    body: {
      code: "SESSION_IS_NOT_FRESH",
      message: "Session is not fresh",
      stepUp: { methods: ["password"], maxAgeSeconds: 600, factors: 1 },
    },
  });
});
