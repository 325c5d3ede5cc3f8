import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { createAuth } from "@keyhold/core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noting, shorten } from "../../../../tests/harness/noted-statements.ts";

describe("statements per request", () => {
  const ran: string[] = [];
  const file = new DatabaseSync(":memory:");
  const database = sqlite(noting(file, ran));
  const config = {
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "http://localhost:3000",
    database,
    rateLimit: { enabled: false, wrongPasswords: false },
    emailAndPassword: {
      enabled: true,
      passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
    },
  } as const;
  const auth = createAuth(config);
  const call = (path: string, init?: RequestInit): Promise<Response> =>
    auth.handler(new Request(`http://localhost:3000/api/auth${path}`, init));
  const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    call(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  let cookie = "";

  beforeAll(async () => {
    await (await planMigration(database, auth.schema)).apply();
    const response = await post("/sign-up/email", { name: "Ada", email: "ada@example.com", password: "correct horse" });
    cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  });
  afterAll(() => file.close());
  beforeEach(() => ran.splice(0));

  test("get-session reads session and user by one statement", async () => {
    const response = await call("/get-session", { headers: { cookie } });
    expect(await response.json()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(ran).toHaveLength(1);
    expect(ran[0]).toMatch(/^select .* from "session" inner join "user"/i);
  });

  test("get-session without a cookie, or with a forged one, sends no statement", async () => {
    await call("/get-session");
    await call("/get-session", { headers: { cookie: cookie.replace(/.{4}%3D$/, "AAAA%3D") } });
    expect(ran).toEqual([]);
  });

  test("sign-in reads user and password, then writes the session in one transaction under the user's lock", async () => {
    const response = await post("/sign-in/email", { email: "ada@example.com", password: "correct horse" });
    expect(response.status).toBe(200);
    expect(ran.map(shorten)).toEqual([
      'select "user"',
      'select "account"',
      "begin immediate",
      'select "user"',
      'select "account"',
      'select "session"',
      'insert "session"',
      "commit",
    ]);
  });

  test("get-session sends no statement while the browser has a copy, and one without it", async () => {
    const cached = createAuth({ ...config, session: { cookieCache: { enabled: true } } });
    const ask = (cookies: string, path = "/get-session"): Promise<Response> =>
      cached.handler(new Request(`http://localhost:3000/api/auth${path}`, { headers: { cookie: cookies } }));
    const copy = (await ask(cookie)).headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect(ran).toHaveLength(1);
    const response = await ask(`${cookie}; ${copy}`);
    expect(await response.json()).toMatchObject({ user: { email: "ada@example.com" } });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(ran).toHaveLength(1);
    await ask(`${cookie}; ${copy}`, "/list-sessions");
    expect(ran).toHaveLength(3);
  });

  test("a recent sign-in is known by the session's row; an older one is looked up for a re-authentication", async () => {
    let hours = 0;
    const timed = createAuth({ ...config, now: () => new Date(Date.now() + hours * 3_600_000) });
    const ask = async (path: string, body: object): Promise<readonly string[]> => {
      // Swept before, so that no sweep runs while statements are counted.
      await timed.api.removeExpired();
      ran.splice(0);
      const headers = { "content-type": "application/json", cookie };
      const init = { method: "POST", body: JSON.stringify(body), headers: { ...headers, origin: config.baseURL } };
      const response = await timed.handler(new Request(`${config.baseURL}/api/auth${path}`, init));
      cookie = response.headers.getSetCookie().at(-1)?.split(";")[0] ?? cookie;
      return ran.map(shorten);
    };
    const unlink = () => ask("/unlink-account", { providerId: "github" });
    const [found, ...handled] = await unlink();
    expect([found, handled[0], handled.includes('select "verification"')]).toEqual([
      'select "session"',
      "begin immediate",
      false,
    ]);
    hours = 20;
    expect(await ask("/step-up/password", { password: "correct horse" })).toEqual([
      'select "session"',
      'select "account"',
      'select "account"',
      "begin immediate",
      'select "user"',
      'select "account"',
      'delete "verification"',
      'insert "verification"',
      'select "session"',
      // The replaced token: a sign-out with the token may be on its way.
      'insert "verification"',
      'update "session"',
      "commit",
    ]);
    hours = 30;
    const read = ['select "session"', 'update "session"'];
    expect(await unlink()).toEqual([...read, 'select "verification"', 'select "account"', ...handled]);
  });

  test("that statement finds session and user by an index, in tables of any size", async () => {
    await call("/get-session", { headers: { cookie } });
    const plan = file.prepare(`explain query plan ${ran[0]}`).all("any token");
    const steps = plan.map(({ detail }) => String(detail));
    expect(steps).toHaveLength(2);
    expect(steps.filter((step) => !step.startsWith("SEARCH"))).toEqual([]);
  });
});
