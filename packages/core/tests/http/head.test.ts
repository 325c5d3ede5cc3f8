import { memory } from "@keyhold/adapter-memory";
import { type CountedDatabase, counted } from "@keyhold/testing/faults";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, openApp } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { allEndpoints, pathOf } from "../../../../tests/harness/endpoints.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";

const listed = allEndpoints()
  .filter(({ isServerOnly }) => !isServerOnly)
  .map((endpoint) => ({ method: endpoint.route.split(" ")[0], path: pathOf(endpoint).replaceAll(/:\w+/g, "x") }));
const visited = listed.filter(({ method }) => method === "GET");
const posted = listed.filter(({ path }) => !visited.some((one) => one.path === path));

let database: CountedDatabase;
let app: App;
let browser: Browser;

// No request here changes a row or a count, so all routes share an app.
beforeAll(async () => {
  database = counted(memory());
  app = openApp({
    database,
    isWhole: true,
    rateLimit: { enabled: true, storage: "database", limits: { "/get-session": { windowSeconds: 60, max: 1 } } },
    user: { deleteUser: { enabled: true, confirmByMail: false } },
  });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
  // Old enough to be prolonged by a read.
  app.wait(3 * 86_400);
  await app.auth.idle();
});
beforeEach(() => database.reset());

describe("a link that is prefetched by HEAD:", () => {
  test.each(visited)("$path is answered with headers only, and no endpoint runs", async ({ path }) => {
    for (const query of ["", "?token=x&callbackURL=/ok", "?callbackURL=https://evil.example"]) {
      const { status, text, headers, cookies } = await browser.send("HEAD", path + query);
      expect({ status, text, cookies }).toEqual({ status: 200, text: "", cookies: [] });
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("location")).toBe(null);
      expect(headers.get("content-type")).toBe(null);
    }
    expect(database.calls).toEqual([]);
  });

  test.each(posted)("$path has no GET", async ({ path }) => {
    const answer = await browser.send("HEAD", path);
    expectError(answer, 405, "METHOD_NOT_ALLOWED", "Method not allowed");
    expect(answer.headers.get("allow")).toBe("POST");
    expect(database.calls).toEqual([]);
  });
});

describe("a page of another origin gets no CORS headers by OPTIONS:", () => {
  test.each(listed)("$path", async ({ path }) => {
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const answer = await browser.send("OPTIONS", path, undefined, { headers });
    expectError(answer, 405, "METHOD_NOT_ALLOWED", "Method not allowed");
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(database.calls).toEqual([]);
  });
});

describe("a route that changes data does not accept GET, with any query:", () => {
  test.each(posted)("$path", async ({ path }) => {
    const headers = { "x-http-method-override": "POST", "x-http-method": "POST" };
    const answer = await browser.get(`${path}?_method=POST&password=${alice.password}&token=x`, { headers });
    expectError(answer, 405, "METHOD_NOT_ALLOWED", "Method not allowed");
    expect(database.calls).toEqual([]);
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 1 });
  });
});
