import { memory } from "@keyhold/adapter-memory";
import { createTestAuth } from "@keyhold/testing";
import { type FaultPlan, faulty } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  type Changes,
  openApp,
  sessionModel,
  userByEmail,
  userModel,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser, SetCookie } from "../../../../tests/harness/browser.ts";

const name = "keyhold.session_data";

let app: App;
let browser: Browser;

async function start(changes: Changes = {}): Promise<void> {
  app = openApp({ ...changes, session: { cookieCache: { enabled: true } } });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
}
beforeEach(() => start());

const entryIn = ({ cookies }: Answer): SetCookie | undefined => cookies.find((cookie) => cookie.name === name);
const shown = async (): Promise<unknown> => (await browser.get("/get-session")).body?.user?.name;

describe("the copy in a browser is updated", () => {
  test("after a change by the user", async () => {
    const answer = await browser.post("/update-user", { name: "Alice two" });
    expect(answer.status).toBe(200);
    expect(answer.cookies.map((cookie) => cookie.name)).toEqual([name]);
    expect(await shown()).toBe("Alice two");
  });

  test("after a change by the server on behalf of a request", async () => {
    const headers = new Headers({ cookie: browser.cookieHeader() });
    const lines: string[] = [];
    await app.auth.api.updateUser({ name: "Alice two" }, { headers, setCookie: (line) => void lines.push(line) });
    expect(lines).toEqual([expect.stringMatching(/^keyhold\.session_data=[A-Za-z0-9_-]+; Max-Age=300;/)]);
  });

  test("after a change in another browser, at the next change", async () => {
    await app.db.update(userModel, (await userByEmail(app)).id, { name: "Alice two" });
    expect(await shown()).toBe("Alice");
    await browser.post("/revoke-other-sessions");
    expect(await shown()).toBe("Alice two");
  });

  test("by clearing it with the session", async () => {
    for (const path of ["/revoke-sessions", "/sign-out"]) {
      await browser.post("/sign-in/email", alice);
      expect(browser.jar.has(name)).toBe(true);
      const answer = await browser.post(path);
      expect(answer.cookies.filter((cookie) => cookie.name === name)).toHaveLength(1);
      expect(entryIn(answer)?.attributes.get("max-age")).toBe("0");
    }
  });

  test("by clearing it for an ended session, with any call", async () => {
    await start({ mail: () => undefined });
    await app.db.remove(sessionModel, { userId: (await userByEmail(app)).id });
    const asked = await browser.post("/request-password-reset", { email: alice.email });
    expect(asked.status).toBe(200);
    expect(asked.cookies.map((cookie) => [cookie.name, cookie.attributes.get("max-age")])).toEqual([[name, "0"]]);
    browser.jar.set(name, "a copy");
    expect(entryIn(await browser.post("/revoke-sessions"))?.attributes.get("max-age")).toBe("0");
  });

  test("and never set for a caller without a session", async () => {
    const answer = await app.browser().post("/sign-out");
    expect(entryIn(answer)?.attributes.get("max-age")).toBe("0");
    const refused = await app.browser().post("/sign-in/email", { ...alice, password: "a wrong password" });
    expect(refused.cookies).toEqual([]);
  });
});

test("a link that verifies an address renews the copy in the browser that follows it", async () => {
  const fixture = createTestAuth({ config: { session: { cookieCache: { enabled: true } } } });
  const ann = await fixture.signUp("ann@example.com");
  const { url } = await fixture.mailbox.waitFor("ann@example.com", { kind: "verify-email" });
  expect((await ann.client.getSession()).data?.user.emailVerified).toBe(false);
  expect((await ann.browser.follow(url)).status).toBeLessThan(400);
  expect((await ann.client.getSession()).data?.user.emailVerified).toBe(true);
});

test("a copy that cannot be renewed is cleared, and the change stays", async () => {
  const plan: FaultPlan = {};
  await start({ database: faulty(memory(), plan) });
  const headers = { cookie: browser.cookieHeader() };
  // The first read is the route's, the second is for the copy.
  plan.faults = [{ at: "find", model: "session", call: 2 }];
  const answer = await app.browser().post("/update-user", { name: "Alice two" }, { headers });
  await app.auth.idle();
  expect(answer.status).toBe(200);
  expect(entryIn(answer)?.attributes.get("max-age")).toBe("0");
  expect(await userByEmail(app)).toMatchObject({ name: "Alice two" });
  expect(app.logged.map(({ message }) => message)).toEqual([
    "The database could not be reached: Renewing the copy of a session failed.",
  ]);
});

describe("a copy beyond the size limit of browsers", () => {
  const large = { image: `https://example.com/${"i".repeat(2000)}`, name: "n".repeat(255) };
  /** A stored value may be longer than sign-up accepts. */
  const enlarge = async (): Promise<void> =>
    void (await app.db.update(userModel, (await userByEmail(app)).id, { ...large, name: "漢".repeat(1000) }));

  test("is omitted, and the sign-in works", async () => {
    await enlarge();
    const other = app.browser();
    const answer = await other.post("/sign-in/email", alice);
    expect(answer.status).toBe(200);
    expect(answer.cookies.map((cookie) => cookie.name)).toEqual(["keyhold.session_token"]);
    expect((await other.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  });

  test("clears the previous one", async () => {
    await enlarge();
    app.wait(300);
    const answer = await browser.get("/get-session");
    expect(answer.body?.user).toMatchObject({ email: alice.email });
    expect(answer.cookies.map((cookie) => [cookie.name, cookie.attributes.get("max-age")])).toEqual([[name, "0"]]);
    expect((await browser.get("/get-session")).cookies).toEqual([]);
  });

  test("clears the previous one at a sign-in and at a change", async () => {
    const updated = await browser.post("/update-user", { ...large, name: "漢".repeat(255) });
    expect(updated.status).toBe(200);
    expect(entryIn(updated)?.attributes.get("max-age")).toBe("0");
    await browser.get("/get-session");
    browser.jar.set(name, "an old one");
    expect(entryIn(await browser.post("/sign-in/email", alice))?.attributes.get("max-age")).toBe("0");
  });

  test("is one with a line of 4,093 characters, and not one with fewer", async () => {
    const lengthWith = async (image: string): Promise<number | undefined> => {
      await app.db.update(userModel, (await userByEmail(app)).id, { image });
      return entryIn(await browser.get("/get-session?disableCookieCache=true"))?.line.length;
    };
    const lengths: number[] = [];
    let image = "i".repeat(1800);
    for (
      let length = await lengthWith(image);
      length !== undefined && length > 1000;
      length = await lengthWith(image)
    ) {
      lengths.push(length);
      image += "i";
    }
    // Three bytes are four characters, so the longest accepted copy is not far below the limit.
    expect(Math.max(...lengths)).toBeLessThan(4093);
    expect(Math.max(...lengths)).toBeGreaterThan(4088);
  });
});
