import { beforeEach, describe, expect, test } from "vitest";
import { cookieOf, deviceSessions, type Fixture, open, password } from "./fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

const codeOf = async (answer: Response): Promise<unknown> => [answer.status, (await answer.json()).code];

describe("a sign-in", () => {
  test("keeps the sessions of other users in the browser, newest first", async () => {
    const { browser } = await fixture.signedIn("ada", "bob", "cyd");
    expect(await fixture.accounts(browser)).toEqual(["cyd*", "bob", "ada"]);
    expect(await fixture.active(browser)).toBe("cyd");
    expect(await fixture.rows()).toHaveLength(3);
  });

  test("replaces the session of the user, active or not", async () => {
    const { browser } = await fixture.signedIn("ada", "bob");
    await fixture.signIn(browser, "bob");
    await fixture.signIn(browser, "ada");
    expect(await fixture.accounts(browser)).toEqual(["ada*", "bob"]);
    expect(await fixture.rows()).toHaveLength(2);
  });

  test("ends the oldest session above the maximum", async () => {
    const { browser } = await fixture.signedIn("a1", "a2", "a3", "a4", "a5", "a6", "a7");
    expect(await fixture.accounts(browser)).toEqual(["a7*", "a6", "a5", "a4", "a3"]);
    expect(fixture.events.filter((event) => event.type === "session.ended")).toMatchObject([
      { reason: "too many sessions" },
      { reason: "too many sessions" },
    ]);
    expect(await fixture.rows()).toHaveLength(5);
  });

  test("leaves a single session with a maximum of one", async () => {
    fixture = open({ options: { maximumSessions: 1 } });
    const { browser } = await fixture.signedIn("ada", "bob");
    expect(await fixture.accounts(browser)).toEqual(["bob*"]);
  });

  test("in another browser shares no sessions", async () => {
    const one = await fixture.signedIn("ada", "bob");
    const two = await fixture.signedIn("ada", "cyd");
    expect(await fixture.accounts(one.browser)).toEqual(["bob*", "ada"]);
    expect(await fixture.accounts(two.browser)).toEqual(["cyd*", "ada"]);
  });

  test("with a wrong password changes nothing", async () => {
    const { browser } = await fixture.signedIn("ada", "bob");
    await browser.post("/sign-in/email", { email: fixture.emailOf("ada"), password: "wrong password" });
    expect(await fixture.accounts(browser)).toEqual(["bob*", "ada"]);
  });

  test("keeps a session from before the plugin, which is listed before, too", async () => {
    const { browser } = await fixture.signedIn("ada");
    for (const { id } of await fixture.rows())
      await fixture.db.update(deviceSessions, id, { deviceId: null, deviceKey: null });
    expect(await fixture.accounts(browser)).toEqual(["ada*"]);
    await fixture.signIn(browser, "bob");
    expect(await fixture.accounts(browser)).toEqual(["bob*", "ada"]);
    expect((await fixture.switchTo(browser, "ada")).status).toBe(200);
    expect(await fixture.active(browser)).toBe("ada");
  });
});

describe("set-active", () => {
  test("exchanges the session of the browser, there and back", async () => {
    const { browser } = await fixture.signedIn("ada", "bob");
    const answer = await fixture.switchTo(browser, "ada");
    expect(await answer.json()).toMatchObject({ session: { token: expect.any(String) }, user: { name: "ada" } });
    expect(await fixture.accounts(browser)).toEqual(["bob", "ada*"]);
    await fixture.switchTo(browser, "bob");
    expect(await fixture.active(browser)).toBe("bob");
  });

  test("of the active session changes nothing", async () => {
    const { browser } = await fixture.signedIn("ada", "bob");
    const before = cookieOf(browser, "session_token");
    expect((await fixture.switchTo(browser, "bob")).status).toBe(200);
    expect(cookieOf(browser, "session_token")).toBe(before);
  });

  test("keeps what each session knows: its sign-in, its end and its columns", async () => {
    const { browser } = await fixture.signedIn("ada");
    fixture.clock.forward({ hours: 30 });
    await fixture.signIn(browser, "bob");
    const facts = async () =>
      (await fixture.rows()).map(({ id, createdAt, expiresAt, userId }) => ({ id, createdAt, expiresAt, userId }));
    const before = await facts();
    await fixture.switchTo(browser, "ada");
    expect(await facts()).toEqual(before);
  });

  test("leaves no client with a token of the session that was active", async () => {
    const { browser } = await fixture.signedIn("ada");
    const copy = fixture.copy(browser);
    await fixture.signIn(browser, "bob");
    expect(await fixture.active(copy)).toBe(null);
    expect(await fixture.active(browser)).toBe("bob");
  });

  test("works after the active session has ended", async () => {
    const { browser } = await fixture.signedIn("ada", "bob", "cyd");
    const token = await fixture.tokenOf(browser, "ada");
    const cyd = (await fixture.list(browser)).find(({ isActive }) => isActive);
    await fixture.db.remove(deviceSessions, { id: cyd?.session.id ?? "" });
    expect((await browser.post("/multi-session/set-active", { sessionToken: token })).status).toBe(200);
    expect(await fixture.accounts(browser)).toEqual(["bob", "ada*"]);
  });

  test.each(["x", "x".repeat(43), "x".repeat(65), ""])("of %j is an error", async (sessionToken) => {
    const { browser } = await fixture.signedIn("ada", "bob");
    const answer = await browser.post("/multi-session/set-active", { sessionToken });
    expect([400, 401]).toContain(answer.status);
    expect(await fixture.accounts(browser)).toEqual(["bob*", "ada"]);
  });
});

describe("revoke", () => {
  test("ends a session of the browser, and the active session stays", async () => {
    const { browser } = await fixture.signedIn("ada", "bob", "cyd");
    const sessionToken = await fixture.tokenOf(browser, "bob");
    expect(await (await browser.post("/multi-session/revoke", { sessionToken })).json()).toEqual({ status: true });
    expect(await fixture.accounts(browser)).toEqual(["cyd*", "ada"]);
    expect(await codeOf(await browser.post("/multi-session/revoke", { sessionToken }))).toEqual([
      401,
      "INVALID_SESSION_TOKEN",
    ]);
  });

  test("of the active session makes the newest other session active", async () => {
    const { browser } = await fixture.signedIn("ada", "bob", "cyd");
    await browser.post("/multi-session/revoke", { sessionToken: await fixture.tokenOf(browser, "cyd") });
    expect(await fixture.accounts(browser)).toEqual(["bob*", "ada"]);
  });

  test("of the last session signs out", async () => {
    const { browser } = await fixture.signedIn("ada");
    await browser.post("/multi-session/revoke", { sessionToken: await fixture.tokenOf(browser, "ada") });
    expect(await fixture.active(browser)).toBe(null);
    expect(browser.headers().get("cookie")).toBe(null);
  });
});

describe("sign-out", () => {
  test("ends the sessions of all accounts of the browser, and none elsewhere", async () => {
    const elsewhere = await fixture.signedIn("ada");
    const { browser } = await fixture.signedIn("ada", "bob", "cyd");
    expect(await (await browser.post("/sign-out")).json()).toEqual({ success: true });
    expect(await fixture.accounts(browser)).toEqual([]);
    expect(browser.headers().get("cookie")).toBe(null);
    expect(await fixture.rows()).toHaveLength(1);
    expect(await fixture.active(elsewhere.browser)).toBe("ada");
  });

  test("of the active account alone moves to the next account", async () => {
    const { browser } = await fixture.signedIn("ada", "bob");
    expect((await browser.post("/sign-out", { only: "active" })).status).toBe(200);
    expect(await fixture.accounts(browser)).toEqual(["ada*"]);
    await browser.post("/sign-out", { only: "active" });
    expect(await fixture.accounts(browser)).toEqual([]);
    expect(browser.headers().get("cookie")).toBe(null);
  });

  test("of the active account alone is a sign-out with a single account", async () => {
    const { browser } = await fixture.signedIn("ada");
    await browser.post("/sign-out", { only: "active" });
    expect(await fixture.rows()).toEqual([]);
    expect(await codeOf(await browser.post("/sign-out", { only: "others" }))).toEqual([400, "VALIDATION_ERROR"]);
  });
});

describe("after the active session has ended elsewhere", () => {
  async function prepare() {
    const visit = await fixture.signedIn("ada", "bob");
    const elsewhere = await fixture.signedIn("bob");
    expect((await elsewhere.browser.post("/revoke-other-sessions")).status).toBe(200);
    return visit;
  }

  test("get-session answers with the next account, and says so once", async () => {
    const { browser } = await prepare();
    const first = await (await browser.get("/get-session")).json();
    expect(first).toMatchObject({ user: { name: "ada" }, switched: true });
    const second = await (await browser.get("/get-session")).json();
    expect(second).toMatchObject({ user: { name: "ada" } });
    expect(second).not.toHaveProperty("switched");
  });

  test("a read that was sent before a switch is answered without an account, and the switch stays", async () => {
    const { browser } = await fixture.signedIn("ada", "bob");
    const late = fixture.copy(browser);
    expect((await fixture.switchTo(browser, "ada")).status).toBe(200);
    const answer = await late.get("/get-session");
    expect(await answer.json()).toBe(null);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await fixture.active(browser)).toBe("ada");
  });

  test("a minute after a switch whose answer did not arrive, get-session answers with an account", async () => {
    const { browser } = await fixture.signedIn("ada", "bob");
    expect((await fixture.switchTo(fixture.copy(browser), "ada")).status).toBe(200);
    expect(await fixture.active(browser)).toBe(null);
    fixture.clock.forward({ minutes: 1 });
    expect(await fixture.active(browser)).toBe("bob");
  });

  test("get-session answers with the next account at once, also just after a switch", async () => {
    const { browser } = await fixture.signedIn("ada", "bob");
    const elsewhere = await fixture.signedIn("ada");
    expect((await fixture.switchTo(browser, "ada")).status).toBe(200);
    expect((await elsewhere.browser.post("/revoke-other-sessions")).status).toBe(200);
    expect(await fixture.active(browser)).toBe("bob");
  });

  test("no call that changes data goes on as another account", async () => {
    const { browser } = await prepare();
    expect((await browser.post("/update-user", { name: "changed" })).status).toBe(401);
    expect((await browser.get("/list-sessions")).status).toBe(401);
    expect(await fixture.active(browser)).toBe("ada");
  });

  test("a read on the server that can set no cookie leaves the sessions as they are", async () => {
    const { browser } = await prepare();
    const before = await fixture.rows();
    expect(await fixture.auth.session(browser.headers())).toBe(null);
    expect(await fixture.auth.api.getSession({}, { headers: browser.headers() })).toBe(null);
    expect(await fixture.rows()).toEqual(before);
    const lines: string[] = [];
    const read = await fixture.auth.session(browser.headers(), { setCookie: (line) => lines.push(line) });
    expect(read?.user.name).toBe("ada");
    expect(lines.join()).toContain("session_token=");
  });

  test("an expired session is followed by the next session, too", async () => {
    fixture = open();
    const { browser } = await fixture.signedIn("ada", "bob");
    const bob = (await fixture.list(browser)).find(({ isActive }) => isActive)?.session.id ?? "";
    await fixture.db.update(deviceSessions, bob, { expiresAt: fixture.clock.now() });
    expect(await fixture.active(browser)).toBe("ada");
  });
});

test("the password of each account is its own: a new password ends sessions of that account alone", async () => {
  const { browser } = await fixture.signedIn("ada", "bob");
  const elsewhere = await fixture.signedIn("ada");
  const change = { currentPassword: password, newPassword: "another long password", revokeOtherSessions: true };
  expect((await elsewhere.browser.post("/change-password", change)).status).toBe(200);
  expect(await fixture.accounts(browser)).toEqual(["bob*"]);
});
