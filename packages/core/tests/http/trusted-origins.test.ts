import { memory } from "@keyhold/adapter-memory";
import type { TrustedOriginsOf } from "@keyhold/core/types";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, home, openApp, password } from "../../../../tests/harness/app.ts";
import { type Answer, readAnswer } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";

let database: ReturnType<typeof memory>;

beforeEach(async () => {
  database = memory();
  await openApp({ database, emailAndPassword: { autoSignIn: false } }).auth.api.signUp.email(alice);
});

const open = (trustedOrigins: readonly string[] | TrustedOriginsOf): App => openApp({ database, trustedOrigins });

interface Ask {
  readonly origin?: string;
  readonly tenant?: string;
  readonly callbackURL?: string;
  /** The number of turns that the app's function waits. */
  readonly turns?: number;
}

async function signIn({ auth }: App, ask: Ask = {}): Promise<Answer> {
  const { origin = home, tenant = "", callbackURL, turns = 0 } = ask;
  const headers = { "content-type": "application/json", origin, "x-tenant": tenant, "x-turns": String(turns) };
  const body = JSON.stringify({ email: alice.email, password, callbackURL });
  return readAnswer(
    await auth.handler(new Request(`${home}/api/auth/sign-in/email`, { method: "POST", headers, body })),
  );
}

const expectForeign = (answer: Answer): void => expectError(answer, 403, "INVALID_ORIGIN", "Invalid origin");
const expectNowhere = (answer: Answer): void => expectError(answer, 403, "INVALID_CALLBACKURL", "Invalid callbackURL");
const sessions = async (app: App): Promise<number | undefined> => (await countRows(app)).sessions;

describe("a list of trusted origins", () => {
  const trusted = ["https://app.example.com", "https://*.trusted.example", "myapp://"];

  test.each([home, "https://app.example.com", "https://a.trusted.example"])("lets pages of %s call", async (origin) => {
    expect((await signIn(open(trusted), { origin })).status).toBe(200);
  });

  test.each([
    "https://trusted.example",
    "https://a.b.trusted.example",
    "http://a.trusted.example",
    "https://a.trusted.example:8443",
    "https://a.trusted.example.evil.example",
    "https://*.trusted.example",
    "myapp://",
    "myapp://open",
  ])("but not of %s", async (origin) => {
    const app = open(trusted);
    expectForeign(await signIn(app, { origin }));
    expect(await sessions(app)).toBe(0);
  });
});

describe("the origin of a shell around an app's pages, listed with its host,", () => {
  const shells = [
    "capacitor://localhost",
    "ionic://localhost",
    "tauri://localhost",
    "app://-",
    "chrome-extension://abcdefghijklmnopabcdefghijklmnop",
    "moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc",
    "exp://192.168.0.2:8081",
  ];

  test.each(shells)("lets its pages call: %s", async (origin) => {
    expect((await signIn(open(shells), { origin })).status).toBe(200);
    expect(
      (
        await signIn(
          open(() => shells),
          { origin },
        )
      ).status,
    ).toBe(200);
    expect((await signIn(open([`${origin}/`]), { origin })).status).toBe(200);
  });

  test.each([
    "capacitor://evil",
    "capacitor://",
    "capacitor://localhost/",
    "capacitor://localhost:8080",
    "capacitor://LOCALHOST",
    "CAPACITOR://localhost",
    "capacitor://localhost.evil.example",
    "capacitor://user@localhost",
    "capacitor://localhost?",
    "capacitor:localhost",
    "tauri://",
    "http://localhost",
    "https://localhost",
    "chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba",
    "exp://192.168.0.2",
  ])("and no others: %s", async (origin) => {
    const app = open(shells);
    expectForeign(await signIn(app, { origin }));
    expect(await sessions(app)).toBe(0);
  });

  test.each<[string, string]>([
    ["myapp://", "myapp://open"],
    ["myapp://", "myapp://"],
    ["myapp://open/here", "myapp://open"],
    ["myapp://open/here", "myapp://open/here"],
  ])("needs an entry of a scheme with a host and no more: %s does not let %s call", async (entry, origin) => {
    expectForeign(await signIn(open([entry]), { origin }));
  });
});

describe("a function for trusted origins", () => {
  const tenants: Readonly<Record<string, readonly string[]>> = {
    a: ["https://app.a.example"],
    b: ["https://app.b.example", "https://*.b.example", "bapp://"],
  };
  const byTenant: TrustedOriginsOf = async (request) => tenants[request?.headers.get("x-tenant") ?? ""] ?? [];

  test.each([
    ["a", "https://app.a.example", "https://app.a.example/x"],
    ["b", "https://app.b.example", "bapp://x"],
    ["b", "https://c.b.example", "https://d.b.example/x"],
    ["b", home, "/x"],
    ["", home, `${home}/x`],
  ])("decides for its request (tenant %j: %s, %s)", async (tenant, origin, callbackURL) => {
    const answer = await signIn(open(byTenant), { tenant, origin, callbackURL });
    expect(answer.body).toMatchObject({ redirect: true, url: callbackURL });
  });

  test("does not decide for another one", async () => {
    const app = open(byTenant);
    expect((await signIn(app, { tenant: "b", origin: "https://app.b.example" })).status).toBe(200);
    expectForeign(await signIn(app, { tenant: "a", origin: "https://app.b.example" }));
    expectNowhere(await signIn(app, { tenant: "a", callbackURL: "https://app.b.example/x" }));
    expectForeign(await signIn(app, { origin: "https://app.a.example" }));
    expect(await sessions(app)).toBe(1);
  });

  test("decides for each of many concurrent requests separately", async () => {
    const slow: TrustedOriginsOf = async (request) => {
      for (let turn = 0; turn < Number(request?.headers.get("x-turns")); turn += 1) await new Promise(setImmediate);
      return byTenant(request);
    };
    const app = open(slow);
    const asks = Array.from({ length: 40 }, (_, turn) => ({
      turns: (turn * 7) % 5,
      tenant: turn % 2 ? "a" : "b",
      callbackURL: turn % 4 < 2 ? "https://app.a.example/x" : "https://app.b.example/x",
    }));
    const answers = await Promise.all(asks.map((ask) => signIn(app, ask)));
    const expected = asks.map(({ tenant, callbackURL }) => (callbackURL.includes(`app.${tenant}.`) ? 200 : 403));
    expect(answers.map(({ status }) => status)).toEqual(expected);
  });

  test("is called once by a request that depends on it, and by no other", async () => {
    const asked: (string | null)[] = [];
    const app = open((request) => {
      asked.push(request && `${request.method} ${new URL(request.url).pathname}`);
      return [];
    });
    const browser = app.browser();
    await browser.post("/sign-in/email", { email: alice.email, password, callbackURL: "/x" });
    await browser.get("/get-session");
    await browser.get("/ok");
    await browser.get("/list-sessions");
    await browser.send("OPTIONS", "/sign-in/email");
    await browser.send("HEAD", "/verify-email");
    await browser.get("/nope");
    expect(asked).toEqual(["POST /api/auth/sign-in/email"]);
    await browser.get("/verify-email?token=x");
    await browser.post("/sign-out");
    expect(asked.slice(1)).toEqual(["GET /api/auth/verify-email", "POST /api/auth/sign-out"]);
    await app.auth.api.getSession({}, {});
    expect(asked).toHaveLength(3);
    await app.auth.api.signIn.email({ email: alice.email, password });
    expect(asked.at(-1)).toBe(null);
  });

  test("may read the request in any way, and does not consume its body", async () => {
    const app = open(async (request) => {
      await request?.text();
      request?.headers.delete("content-type");
      request?.headers.set("origin", home);
      return ["https://app.example.com"];
    });
    expect((await signIn(app, { origin: "https://app.example.com" })).status).toBe(200);
    expectForeign(await signIn(app, { origin: "https://evil.example" }));
  });

  describe("trusts no origin if it", () => {
    const nothing: readonly (readonly [string, () => unknown])[] = [
      [
        "throws",
        () => {
          throw new Error("SENTINEL");
        },
      ],
      ["rejects", () => Promise.reject(new Error("SENTINEL"))],
      ["answers undefined", () => undefined],
      ["answers null", () => null],
      ["answers a text", () => "https://evil.example"],
      ["answers another value", () => ({ 0: "https://evil.example", length: 1 })],
    ];

    test.each(nothing)("%s: the request fails, and the reason is logged", async (_, ask) => {
      const app = open(ask as TrustedOriginsOf);
      for (const origin of [home, "https://evil.example"]) {
        expectForeign(await signIn(app, { origin, callbackURL: "/x" }));
      }
      expectForeign(await app.browser().get("/verify-email?token=x&callbackURL=https://evil.example"));
      expect(app.logged).toHaveLength(3);
      expect(app.logged[0]?.message).toBe("INVALID_ORIGIN at POST /sign-in/email.");
      expect(await sessions(app)).toBe(0);
      expect((await app.browser().get("/get-session")).status).toBe(200);
    });
  });

  test.each([
    [""],
    [null],
    [undefined],
    ["*"],
    ["https://*"],
    ["https://*.com"],
    ["javascript://"],
    ["null"],
    [7],
    [{}],
  ])("trusts no origin by %j in its list, and the other entries as usual", async (entry) => {
    const app = open((() => [entry, "https://app.example.com"]) as unknown as TrustedOriginsOf);
    expect((await signIn(app, { origin: "https://app.example.com" })).status).toBe(200);
    for (const origin of ["https://evil.com", "https://evil.example", ""]) {
      expectForeign(await signIn(app, { origin }));
    }
    expectError(await signIn(app, { origin: "null" }), 403, "MISSING_OR_NULL_ORIGIN", "Missing or null Origin");
    for (const callbackURL of ["https://evil.com", "javascript:alert(1)", "javascript://x/%0aalert(1)"]) {
      expectNowhere(await signIn(app, { callbackURL }));
    }
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});
