import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../tests/harness/free-port.ts";
import { build, migrate, type RunningApp, start } from "../../../tests/harness/next-app.ts";
import { copyExample, type NextVersion } from "./copy-example.ts";
import { type FormBrowser, openBrowser } from "./page.ts";

const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
const name = "keyhold.session_token";

/** The built example on a version of Next.js. */
export function describeExample({ dependency, basePath }: NextVersion): void {
  describe(`the example on ${dependency}, with basePath "${basePath}"`, () => {
    let app: RunningApp;
    let withoutSecret: number;
    let origin: string;

    beforeAll(async () => {
      const folder = copyExample({ dependency, basePath });
      await build(folder);

      const port = await freePort();
      const broken = start(folder, port);
      await broken.printed("secret: missing");
      withoutSecret = (await fetch(`http://127.0.0.1:${port}${basePath}/api/auth/ok`)).status;
      await broken.stop();

      origin = `http://127.0.0.1:${port}`;
      const env = {
        AUTH_SECRET: "only for this test: 4f9b7c21d8e3a650",
        AUTH_URL: origin + basePath,
        DATABASE_FILE: join(folder, "app.sqlite"),
      };
      await migrate(folder, env);
      app = start(folder, port, env);
      await app.printed("Ready in");
    }, 300_000);
    afterAll(() => app?.stop());

    const open = (): FormBrowser => openBrowser(origin, basePath);

    test("was built without an environment, and serves no request without a secret", () => {
      expect(withoutSecret).toBe(500);
    });

    test("signs users up, in and out by forms without JavaScript", { timeout: 120_000 }, async () => {
      const browser = open();
      const start = await browser.get(basePath ? "" : "/");
      expect(start.text).toContain("<p>Signed out</p>");

      const signedUp = await browser.submit(start, "Sign up", ada);
      // Next.js leaves the base path out for a form without JavaScript.
      expect(signedUp).toMatchObject({ status: 303, location: "/account" });
      expect(signedUp.setCookies).toEqual([
        expect.stringMatching(
          /^keyhold\.session_token=\w+\.[^;]{44,}; Path=\/; .*Max-Age=604\d{3}; HttpOnly; SameSite=lax$/,
        ),
        expect.stringMatching(/^keyhold\.known_browser=/),
      ]);
      const account = await browser.get("/account");
      expect(account.text).toContain("Hello Ada");
      // The client component, in the HTML of the server.
      expect(account.text).toContain("<p>Signed in as ada@example.com</p>");
      await app.printed('Email "verify-email" to ada@example.com');

      const before = new Map(browser.cookies);
      const signedOut = await browser.submit(account, "Sign out");
      expect(signedOut).toMatchObject({ status: 303, location: "/" });
      expect(browser.cookies.has(name)).toBe(false);
      for (const [name, value] of before) browser.cookies.set(name, value); // as a thief would
      expect((await browser.get("/account")).text).not.toContain("Hello Ada");
      browser.cookies.clear();

      const { email, password } = ada;
      const wrong = await browser.submit(start, "Sign in", { email, password: "wrong horse battery" });
      expect(wrong).toMatchObject({ status: 200, setCookies: [] });
      expect(wrong.text).toContain('<p role="alert">Invalid email or password</p>');
      expect(await browser.submit(start, "Sign in", { email, password })).toMatchObject({ status: 303 });
      expect((await browser.get("/account")).text).toContain("Hello Ada");

      // A client chooses no address: of seven sign-ins, four are in the same ten seconds.
      const addresses = [1, 2, 3, 4, 5, 6, 7].map((last) => ({ "x-forwarded-for": `203.0.113.${last}` }));
      const body = JSON.stringify({ email, password });
      const posted = await Promise.all(addresses.map((one) => browser.post("/api/auth/sign-in/email", body, one)));
      expect(posted.map(({ status }) => status)).toContain(429);
      const submitted = await Promise.all(
        addresses.map((one) => browser.submit(start, "Sign in", { email, password }, one)),
      );
      expect(submitted.map(({ text }) => text).join()).toContain('<p role="alert">Too many requests');
      const sessions = JSON.parse((await browser.get("/api/auth/list-sessions")).text);
      expect(new Set(sessions.map(({ ipAddress }: { ipAddress: string }) => ipAddress))).toEqual(
        new Set(["127.0.0.1"]),
      );
    });

    test("redirects by the cookie alone before a page runs", async () => {
      const browser = open();
      expect(await browser.get("/account")).toMatchObject({ status: 307, location: basePath || "/" });
      browser.cookies.set(name, `${"a".repeat(32)}.${encodeURIComponent(`${"A".repeat(43)}=`)}`);
      expect(await browser.get("/account")).toMatchObject({ status: 307, location: basePath || "/" });
    });

    test("rejects broken JSON, 200 kB and foreign origins", async () => {
      const browser = open();
      expect(await browser.post("/api/auth/sign-up/email", '{"name":')).toMatchObject({ status: 400 });
      const large = JSON.stringify({ name: "a".repeat(200_000) });
      expect(await browser.post("/api/auth/sign-up/email", large)).toMatchObject({ status: 413 });
      const foreign = { origin: "https://evil.example" };
      const answer = await browser.post("/api/auth/sign-out", "{}", foreign);
      expect(answer).toMatchObject({ status: 403, text: expect.stringContaining("INVALID_ORIGIN") });
      const page = await browser.get(basePath ? "" : "/");
      const action = await browser.submit(page, "Sign up", { ...ada, email: "eve@example.com" }, foreign);
      expect(action).toMatchObject({ setCookies: [], location: null });
      expect(action.status).toBeGreaterThanOrEqual(400);
    });

    test("answers the routes of the browser's client", async () => {
      const browser = open();
      expect(await browser.get("/api/auth/ok")).toMatchObject({ status: 200, text: '{"ok":true}' });
      expect(await browser.get("/api/auth/get-session")).toMatchObject({ status: 200, text: "null" });
      expect(await browser.get("/api/auth/unknown")).toMatchObject({ status: 404 });
    });
  });
}
