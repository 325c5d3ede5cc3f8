import { memory } from "@keyhold/adapter-memory";
import { counted, type FaultPlan, faulty } from "@keyhold/testing/faults";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  type Changes,
  countRows,
  home,
  openApp,
  sessionsOf,
  userByEmail,
} from "../../../../tests/harness/app.ts";
import { type Answer, readAnswer } from "../../../../tests/harness/browser.ts";
import { allEndpoints, pathOf } from "../../../../tests/harness/endpoints.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { type RawServer, serve } from "../raw-server.js";

const open = (changes: Changes = {}): App =>
  openApp({ ...changes, rateLimit: { enabled: true, ...changes.rateLimit } });

interface Ask {
  readonly method?: string;
  readonly body?: unknown;
  /** Null: the server below does not pass an address. */
  readonly ipAddress?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const someone = "203.0.113.7";

async function ask(app: App, path: string, { method = "POST", body, ipAddress = someone, headers }: Ask = {}) {
  const request = new Request(`${home}/api/auth${path}`, {
    method,
    headers: { origin: home, "content-type": "application/json", ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return readAnswer(await app.auth.handler(request, ipAddress === null ? {} : { ipAddress }));
}

const wrong = { email: alice.email, password: "a wrong password" };
const signIn = (app: App, options: Ask = {}): Promise<Answer> =>
  ask(app, "/sign-in/email", { body: wrong, ...options });

/** The statuses of this many requests in sequence. */
async function statuses(times: number, send: (turn: number) => Promise<Answer>): Promise<readonly number[]> {
  const all: number[] = [];
  for (let turn = 0; turn < times; turn += 1) all.push((await send(turn)).status);
  return all;
}

function expectTooMany(answer: Answer, retryAfter: string): void {
  expectError(answer, 429, "TOO_MANY_REQUESTS", "Too many requests. Please try again later.");
  expect(answer.headers.get("retry-after")).toBe(retryAfter);
}

describe("one address", () => {
  test("tries three passwords in ten seconds, then not even the right one, then again", async () => {
    const app = open();
    await ask(app, "/sign-up/email", { body: alice });
    expect(await statuses(3, () => signIn(app))).toEqual([401, 401, 401]);
    expectTooMany(await signIn(app), "10");
    app.wait(4);
    const right = await signIn(app, { body: alice });
    expectTooMany(right, "6");
    expect(right.headers.getSetCookie()).toEqual([]);
    expect(await sessionsOf(app, (await userByEmail(app)).id)).toHaveLength(1);
    app.wait(6);
    expect((await signIn(app, { body: alice })).status).toBe(200);
  });

  test("is limited for successful calls, too", async () => {
    const app = open();
    const people = (turn: number) => ({ ...alice, email: `p${turn}@example.com` });
    const signUp = (turn: number) => ask(app, "/sign-up/email", { body: people(turn) });
    expect(await statuses(5, signUp)).toEqual([200, 200, 200, 429, 429]);
    expect(await countRows(app)).toMatchObject({ users: 3 });
  });

  test("uses up no limit of another one, nor of another route", async () => {
    const app = open();
    expect(await statuses(4, () => signIn(app))).toContain(429);
    expect((await signIn(app, { ipAddress: "203.0.113.8" })).status).toBe(401);
    expect((await ask(app, "/sign-up/email", { body: alice })).status).toBe(200);
  });

  test("is the same in every spelling", async () => {
    const app = open();
    const forms = [someone, `::ffff:${someone}`, "::FFFF:cb00:7107", `[::ffff:${someone}]:443`];
    expect(await statuses(4, (turn) => signIn(app, { ipAddress: forms[turn] ?? null }))).toEqual([401, 401, 401, 429]);
  });

  test("of IPv6 is its network, and another network is another caller", async () => {
    const app = open();
    const own = (turn: number) => `2001:db8:1:2:${turn}::${turn + 1}`;
    expect(await statuses(4, (turn) => signIn(app, { ipAddress: own(turn) }))).toEqual([401, 401, 401, 429]);
    expect((await signIn(app, { ipAddress: "2001:db8:1:3::1" })).status).toBe(401);
  });

  test("is counted for every query and with a slash at the end, and no other spelling bypasses the limit", async () => {
    const app = open();
    const around = (path: string) => ask(app, path, { body: wrong });
    expect((await around("/sign-in/email?x=1")).status).toBe(401);
    for (const path of [
      "//sign-in/email",
      "/sign-in//email",
      "/sign-in/email//",
      "/SIGN-IN/email",
      "/sign-in/%65mail",
    ]) {
      expect((await around(path)).status).toBe(404);
    }
    expect(await statuses(3, (turn) => around(`/sign-in/email/?x=${turn}`))).toEqual([401, 401, 429]);
  });

  test("cannot choose its own address", async () => {
    const app = open();
    const invented = (turn: number) => ({
      "x-forwarded-for": `198.51.100.${turn}`,
      "x-real-ip": `198.51.100.${turn}`,
      "cf-connecting-ip": `198.51.100.${turn}`,
      forwarded: `for=198.51.100.${turn}`,
    });
    expect(await statuses(4, (turn) => signIn(app, { headers: invented(turn) }))).toEqual([401, 401, 401, 429]);
  });

  test("of many concurrent calls gets as many through as of successive ones", async () => {
    const app = open({ rateLimit: { limits: { "/sign-in/email": { windowSeconds: 60, max: 10 } } } });
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(app)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
    const failed = app.events.filter(({ type }) => type === "sign-in.failed");
    expect(failed).toHaveLength(10);
  });
});

describe("behind proxies", () => {
  const through = (forwarded: string): Ask => ({ ipAddress: "10.0.0.1", headers: { "x-forwarded-for": forwarded } });

  test.each([
    ["one", 1],
    ["some that are named", ["10.0.0.0/8"]],
  ])("(%s) the client address is the one from the nearest proxy, not from the client", async (_, trustedProxies) => {
    const app = open({ clientAddress: { trustedProxies } });
    const invented = (turn: number) => signIn(app, through(`198.51.100.${turn}, 9.9.9.9`));
    expect(await statuses(4, invented)).toEqual([401, 401, 401, 429]);
    expect((await signIn(app, through("9.9.9.8"))).status).toBe(401);
  });

  test("a caller that bypasses the trusted ones cannot set it", async () => {
    const app = open({ clientAddress: { trustedProxies: ["10.0.0.0/8"] } });
    const direct = (turn: number) => signIn(app, { headers: { "x-forwarded-for": `198.51.100.${turn}` } });
    expect(await statuses(4, direct)).toEqual([401, 401, 401, 429]);
  });

  test("the session's row has the client address, in canonical form", async () => {
    const app = open({ clientAddress: { trustedProxies: 1 } });
    await ask(app, "/sign-up/email", { body: alice, ...through("junk, ::ffff:9.9.9.9") });
    const [session] = await sessionsOf(app, (await userByEmail(app)).id);
    expect(session?.ipAddress).toBe("9.9.9.9");
  });

  test.each(["<script>alert(1)</script>", "unknown", "1.2.3", ", ,"])(
    "%j is stored as an unknown address",
    async (text) => {
      const app = open({ clientAddress: { trustedProxies: 1 } });
      await ask(app, "/sign-up/email", { body: alice, ...through(text) });
      const [session] = await sessionsOf(app, (await userByEmail(app)).id);
      expect(session?.ipAddress).toBe("10.0.0.1");
    },
  );
});

describe("callers without a known address", () => {
  test("share one count, and that is logged once", async () => {
    const app = open();
    expect(await statuses(5, () => signIn(app, { ipAddress: null }))).toEqual([401, 401, 401, 429, 429]);
    expect((await signIn(app)).status).toBe(401);
    expect(app.logged.slice(0, 1)).toEqual([{ level: "warning", message: expect.stringContaining("{ ipAddress }") }]);
  });

  test("are not logged if there are no limits", async () => {
    const app = open();
    await ask(app, "/get-session", { method: "GET", ipAddress: null });
    await ask(app, "/nope", { ipAddress: null });
    expect(app.logged).toMatchObject([{ message: expect.stringContaining("POST /nope was answered 404") }]);
  });
});

describe("over node:http", () => {
  let server: RawServer | undefined;
  afterEach(() => server?.close());

  test("the address is the connection's, without configuration", async () => {
    const app = open();
    server = await serve(app);
    const body = JSON.stringify(wrong);
    const lines = ["Host: localhost", "Connection: close", "Content-Type: application/json"];
    const request = `POST /api/auth/sign-in/email HTTP/1.1\r\n${lines.join("\r\n")}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const seen: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) seen.push((await server.send(request)).status);
    expect(seen).toEqual([401, 401, 401, 429]);
    expect(app.logged).toEqual([{ level: "warning", message: expect.stringMatching(/^Limit reached: /) }]);
    expect(app.events).toContainEqual(
      expect.objectContaining({ type: "rate-limit.exceeded", ipAddress: "127.0.0.1", route: "POST /sign-in/email" }),
    );
  });
});

describe("one network, on a route that hashes a password,", () => {
  /** Each guesses at another user, so that the limit of wrong passwords does not apply. */
  const guess = (app: App, ipAddress: string, turn: number): Promise<Answer> =>
    signIn(app, { ipAddress, body: { ...wrong, email: `p${turn}@example.com` } });
  /** Many clients of one network, each below the limit of a client. */
  const crowd = (app: App, addressOf: (index: number) => string, count = 31): Promise<readonly number[]> =>
    statuses(count, (turn) => guess(app, addressOf(turn), turn));
  const networks: readonly (readonly [string, (index: number) => string, string])[] = [
    ["/48 of IPv6", (index) => `2001:db8:1:${index.toString(16)}::1`, "2001:db8:2::1"],
    ["/24 of IPv4", (index) => `203.0.113.${index}`, "203.0.114.1"],
    ["/24 of IPv4 in IPv6", (index) => `::ffff:203.0.113.${index}`, "203.0.112.255"],
  ];

  test.each(networks)(
    "a %s, calls ten times as often as one client, and uses up no limit of another",
    async (_, addressOf, other) => {
      const app = open();
      expect(await crowd(app, addressOf)).toEqual([...Array(30).fill(401), 429]);
      expect((await guess(app, other, 0)).status).toBe(401);
      await app.auth.idle();
      expect(app.events.filter(({ type }) => type === "rate-limit.exceeded")).toHaveLength(1);
      app.wait(10);
      expect((await guess(app, addressOf(30), 0)).status).toBe(401);
    },
  );

  test("is not used up by one client that goes on beyond its own limit", async () => {
    const app = open();
    const seen = await statuses(100, (turn) => guess(app, "203.0.113.1", turn));
    expect(seen.filter((status) => status === 401)).toHaveLength(3);
    expect(await crowd(app, (index) => `203.0.113.${index + 2}`, 27)).toEqual(Array(27).fill(401));
  });

  test("calls as often as configured", async () => {
    const limits = { "/sign-in/email": { windowSeconds: 60, max: 2 } };
    const app = open({ rateLimit: { limits, networkFactor: 2 } });
    expect(await crowd(app, (index) => `203.0.113.${index}`, 5)).toEqual([401, 401, 401, 401, 429]);
  });

  test("has no limit if the route is unlimited", async () => {
    const app = open({ rateLimit: { limits: { "/sign-in/email": false } } });
    expect(new Set(await crowd(app, (index) => `203.0.113.${index}`))).toEqual(new Set([401]));
  });

  test("has the limit of a client if clients are counted by larger networks", async () => {
    const app = open({ clientAddress: { ipv6Subnet: 40 } });
    expect(await crowd(app, (index) => `2001:db8:${index}::1`, 4)).toEqual([401, 401, 401, 429]);
  });

  test("has no limit of its own on other routes", async () => {
    const limits = { "/forget-password": { windowSeconds: 60, max: 1 } };
    const app = open({ rateLimit: { limits } });
    const asked = (turn: number) =>
      ask(app, "/forget-password", { body: { email: alice.email }, ipAddress: `203.0.113.${turn}` });
    expect(await statuses(31, asked)).not.toContain(429);
  });

  test.each(allEndpoints().filter(({ hashes }) => hashes))("$route has a limit unless it is server-only", (route) => {
    expect(route.limits.length > 0 || route.isServerOnly).toBe(true);
  });
});

describe("calls are not counted", () => {
  const many = 20;

  test.each<[string, string, Ask, number]>([
    ["a preflight", "/sign-in/email", { method: "OPTIONS" }, 405],
    ["another method", "/sign-in/email", { method: "GET" }, 405],
    ["HEAD", "/sign-in/email", { method: "HEAD" }, 405],
    ["an unknown path", "/sign-in", {}, 404],
    ["a page of elsewhere", "/sign-in/email", { headers: { origin: "https://evil.example" } }, 403],
  ])("for %s", async (_, path, options, status) => {
    const app = open();
    expect(await statuses(many, () => ask(app, path, options))).toEqual(Array(many).fill(status));
    expect((await signIn(app)).status).toBe(401);
    expect(app.events.filter(({ type }) => type === "rate-limit.exceeded")).toEqual([]);
  });

  test("for a HEAD of a route with a limit for GET", async () => {
    const app = open({ rateLimit: { limits: { "/ok": { windowSeconds: 60, max: 1 } } } });
    expect(await statuses(many, () => ask(app, "/ok", { method: "HEAD" }))).toEqual(Array(many).fill(200));
    expect(await statuses(2, () => ask(app, "/ok", { method: "GET" }))).toEqual([200, 429]);
  });

  test("for reading a session", async () => {
    const app = open();
    expect(new Set(await statuses(300, () => ask(app, "/get-session", { method: "GET" })))).toEqual(new Set([200]));
  });

  test("for server-side calls", async () => {
    const app = open();
    for (let turn = 0; turn < 10; turn += 1) {
      await expect(app.auth.api.signIn.email(wrong)).rejects.toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD" });
    }
    expect((await signIn(app, { ipAddress: null })).status).toBe(401);
  });

  test("if limits are off", async () => {
    const app = open({ rateLimit: { enabled: false, wrongPasswords: false } });
    expect(await statuses(many, () => signIn(app, { ipAddress: null }))).toEqual(Array(many).fill(401));
    expect(app.logged).toEqual([]);
  });
});

describe("a request above the limit", () => {
  test("costs no statement, with any session", async () => {
    const database = counted(memory());
    const app = open({ database });
    const cookie = (await ask(app, "/sign-up/email", { body: alice })).headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const change = () => ask(app, "/change-password", { body: {}, headers: { cookie } });
    expect(await statuses(3, change)).toEqual([400, 400, 400]);
    database.reset();
    expectTooMany(await change(), "10");
    expect(database.calls).toEqual([]);
  });

  test("emits an event once per window, with the route and the caller", async () => {
    const app = open();
    const headers = { "user-agent": "a robot" };
    await statuses(10, () => signIn(app, { headers }));
    app.wait(10);
    await statuses(10, () => signIn(app, { headers }));
    await app.auth.idle();
    const told = {
      type: "rate-limit.exceeded",
      route: "POST /sign-in/email",
      ipAddress: someone,
      userAgent: "a robot",
    };
    expect(app.events.filter(({ type }) => type === told.type)).toEqual([told, told]);
  });
});

describe("the app", () => {
  test("sets a limit of its own for a route", async () => {
    const app = open({ rateLimit: { limits: { "/sign-in/email": { windowSeconds: 60, max: 1 } } } });
    expect((await signIn(app)).status).toBe(401);
    expectTooMany(await signIn(app), "60");
  });

  test("sets one for a route without a limit", async () => {
    const app = open({ rateLimit: { limits: { "/get-session": { windowSeconds: 5, max: 2 } } } });
    expect(await statuses(3, () => ask(app, "/get-session", { method: "GET" }))).toEqual([200, 200, 429]);
  });

  test("removes one", async () => {
    const app = open({ rateLimit: { limits: { "/sign-in/email": false } } });
    expect(await statuses(10, () => signIn(app))).toEqual(Array(10).fill(401));
  });

  test("counts all tokens of one path together", async () => {
    const app = open({ rateLimit: { limits: { "/reset-password/:token": { windowSeconds: 60, max: 2 } } } });
    const guess = (turn: number) => ask(app, `/reset-password/${turn}?callbackURL=/reset`, { method: "GET" });
    expect(await statuses(3, guess)).toEqual([302, 302, 429]);
  });
});

describe("every route", () => {
  const routes = allEndpoints()
    .filter(({ isServerOnly }) => !isServerOnly)
    .map((endpoint) => ({ ...endpoint, path: pathOf(endpoint) }));

  // A webhook has no limit: a provider that gets 429 stops sending events.
  const posted = routes.filter(({ route, takesSignedBody }) => route.startsWith("POST ") && !takesSignedBody);

  test.each(posted)("$route has a limit by default", ({ limits: [limit] }) => {
    expect(limit?.max).toBeLessThanOrEqual(100);
    expect(limit?.windowSeconds).toBeGreaterThanOrEqual(10);
  });

  // The routes are counted separately, so all routes share an app.
  let whole: App;
  beforeAll(() => {
    whole = open({ isWhole: true });
  });

  test.each(routes.filter(({ limits }) => limits.length > 0))(
    "$route keeps its limit of $limits.0.max",
    async (route) => {
      const { max = 0, windowSeconds } = route.limits[0] ?? {};
      const [method = ""] = route.route.split(" ");
      const send = () => ask(whole, route.path.replaceAll(/:\w+/g, "x"), { method });
      for (let turn = 0; turn < max; turn += 1) {
        const answer = await send();
        expect(answer.status).toBeLessThan(500);
        expect(isTooMany(answer)).toBe(false);
      }
      const refused = await send();
      expect(isTooMany(refused)).toBe(true);
      // A browser that visits a page is redirected to the error page, and a machine has errors of its standard.
      if (route.isMachine) expect(refused.headers.get("retry-after")).toBe(String(windowSeconds));
      else if (!route.errorRedirect) expectTooMany(refused, String(windowSeconds));
    },
  );

  const isTooMany = ({ status, headers }: Answer): boolean =>
    status === 429 || new URL(headers.get("location") ?? home).searchParams.get("error") === "too_many_requests";
});

describe("if counts are stored in the database", () => {
  const open = (database: Changes["database"]) =>
    openApp({ ...(database && { database }), rateLimit: { enabled: true, storage: "database" } });

  test("they are shared", async () => {
    const app = open(memory());
    expect(await statuses(5, () => signIn(app))).toEqual([401, 401, 401, 429, 429]);
    app.wait(10);
    expect((await signIn(app)).status).toBe(401);
  });

  test("of many concurrent calls as many get through", async () => {
    const app = open(memory());
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(app)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
  });

  test("and many fail at once, an event is emitted once", async () => {
    const app = open(memory());
    await Promise.all(Array.from({ length: 50 }, () => signIn(app)));
    await app.auth.idle();
    expect(app.events.filter(({ type }) => type === "rate-limit.exceeded")).toHaveLength(1);
  });

  test("and it does not answer, no call gets through, and the response has Retry-After", async () => {
    const plan: FaultPlan = { isUnavailable: true };
    const app = open(faulty(memory(), plan));
    const answer = await signIn(app);
    expectError(answer, 503, "SERVICE_UNAVAILABLE", "Service unavailable, try again later");
    expect(answer.headers.get("retry-after")).toBe("1");
    plan.isUnavailable = false;
    expect((await signIn(app)).status).toBe(401);
  });

  test("and it fails with an unexpected error, the response does not reveal it", async () => {
    const error = new Error("SQL failed: password=SENTINEL at /srv/app");
    const app = open(faulty(memory(), { faults: [{ at: "add", model: "rateLimit", error }] }));
    const answer = await signIn(app);
    expectError(answer, 500, "INTERNAL_SERVER_ERROR", "Internal Server Error");
    expect(app.logged).toHaveLength(1);
    expect(JSON.stringify(app.logged)).not.toContain("SENTINEL");
    expect(app.events.filter(({ type }) => type === "sign-in.failed")).toEqual([]);
  });
});
