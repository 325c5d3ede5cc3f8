import { sessionModel, userModel } from "@keyhold/core/plugin";
import { createBrowser } from "@keyhold/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { deviceModel } from "../src/models.ts";
import { cookieOf, type Fixture, open, origin, password } from "./fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

const codeOf = async (answer: Response): Promise<unknown> => [answer.status, (await answer.json()).code];
const invalid = [401, "INVALID_SESSION_TOKEN"];

/** The name of the cookie in the browser, with the prefix. */
const deviceName = "__Host-keyhold.device";

/** A browser with these cookies alone. */
function browserWith(cookies: Readonly<Record<string, string>>) {
  const browser = createBrowser(fixture.auth, { baseURL: origin, now: fixture.clock.now });
  for (const [name, value] of Object.entries(cookies))
    browser.cookies.accept(
      new Response(null, { headers: { "set-cookie": `${name}=${value}; Path=/; Secure; HttpOnly` } }),
      origin,
    );
  return browser;
}

/** What a browser with a cookie has of the sessions of another browser. */
async function reach(cookies: Readonly<Record<string, string>>, names: readonly string[]): Promise<readonly unknown[]> {
  const browser = browserWith(cookies);
  const switches = await Promise.all(
    names.map(async (sessionToken) => (await browser.post("/multi-session/set-active", { sessionToken })).status),
  );
  return [await fixture.active(browser), (await fixture.list(browser)).length, ...switches];
}

describe("a forged cookie of the browser opens nothing:", () => {
  test.each<[string, (value: string) => string]>([
    ["without a signature", (value) => decodeURIComponent(value).replace(/\.[^.]+$/, "")],
    ["with a changed id", (value) => `x${value}`],
    ["with a changed signature", (value) => value.replace(/%3D$|.$/, "A%3D")],
    ["of another cookie", () => ""],
    ["with an empty key", (value) => `${decodeURIComponent(value).split(".")[0]}.`],
  ])("%s", async (_, forge) => {
    const { browser } = await fixture.signedIn("ada", "bob");
    const names = (await fixture.list(browser)).map(({ session }) => session.token);
    const value = cookieOf(browser, "keyhold.device") ?? "";
    const forged = forge(value) || (cookieOf(browser, "keyhold.session_token") ?? "");
    expect(await reach({ [deviceName]: forged }, names)).toEqual([null, 0, 401, 401]);
    // The right cookie, for comparison.
    expect((await reach({ [deviceName]: value }, []))[0]).toBe("bob");
  });

  test("cookies of better-auth with a session per account are not read", async () => {
    const { browser } = await fixture.signedIn("ada", "bob");
    const [row] = await fixture.rows();
    const cookies = { [`better-auth.session_token_multi-${row?.token.toLowerCase()}`]: `${row?.token}.x` };
    expect(await reach(cookies, [await fixture.tokenOf(browser, "ada")])).toEqual([null, 0, 401]);
  });
});

test("the name of a session opens nothing, as a cookie or as a bearer token", async () => {
  fixture = open({ config: { session: { bearer: true } } });
  const { browser } = await fixture.signedIn("ada", "bob");
  for (const { session } of await fixture.list(browser)) {
    const answer = await fixture.visit().browser.fetch("/get-session", {
      headers: { authorization: `Bearer ${session.token}` },
    });
    expect(await answer.json()).toBe(null);
  }
});

test("set-active and revoke reach no session of another browser or another person", async () => {
  const ada = await fixture.signedIn("ada", "bob");
  const elsewhere = await fixture.signedIn("ada", "cyd");
  for (const { session } of await fixture.list(elsewhere.browser))
    for (const path of ["set-active", "revoke"]) {
      const answer = await ada.browser.post(`/multi-session/${path}`, { sessionToken: session.token });
      expect(await codeOf(answer)).toEqual(invalid);
    }
  expect(await fixture.accounts(ada.browser)).toEqual(["bob*", "ada"]);
  expect(await fixture.accounts(elsewhere.browser)).toEqual(["cyd*", "ada"]);
});

describe("a planted cookie of the attacker's browser", () => {
  /** The victim signs in with the cookies of the attacker; the attacker keeps a copy of the cookies. */
  async function plant() {
    const attacker = await fixture.signedIn("eve");
    const victim = fixture.copy(attacker.browser);
    await fixture.signIn(victim, "ada");
    return { attacker: attacker.browser, victim };
  }

  test("gives the attacker no session of the victim", async () => {
    const { attacker, victim } = await plant();
    const names = (await fixture.list(victim)).map(({ session }) => session.token);
    expect(await fixture.accounts(victim)).toEqual(["ada*", "eve"]);
    for (const sessionToken of names)
      expect(await codeOf(await attacker.post("/multi-session/set-active", { sessionToken }))).toEqual(invalid);
    expect([await fixture.active(attacker), await fixture.accounts(attacker)]).toEqual([null, []]);
  });

  test("gives the attacker no session by a further sign-in, at once or later", async () => {
    const { attacker, victim } = await plant();
    await fixture.signIn(attacker, "eve");
    expect(await fixture.accounts(attacker)).toEqual(["eve*"]);
    expect(await fixture.accounts(victim)).toEqual(["ada*", "eve"]);
    fixture.clock.forward({ minutes: 2 });
    await fixture.signIn(attacker, "mallory");
    expect(await fixture.accounts(attacker)).toEqual(["mallory*", "eve"]);
    expect(await fixture.active(victim)).toBe("ada");
  });

  test("ends no session of the victim, by a sign-out or by many sign-ins", async () => {
    const { attacker, victim } = await plant();
    fixture.clock.forward({ minutes: 2 });
    const earlier = fixture.copy(attacker);
    for (const name of ["e1", "e2", "e3", "e4", "e5", "e6"]) await fixture.signIn(earlier, name);
    await attacker.post("/sign-out");
    expect(await fixture.accounts(victim)).toEqual(["ada*", "eve"]);
  });
});

describe("after a new token of the active session, as after a proof,", () => {
  /** A browser that has given a proof, and a copy of its cookies from before. */
  async function provenAndCopied(input: object = {}) {
    const { browser, client } = await fixture.signedIn("ada");
    await fixture.signIn(browser, "bob", input);
    const copy = fixture.copy(browser);
    fixture.clock.forward({ minutes: 2 });
    const names = (await fixture.list(browser)).map(({ session }) => session.token);
    expect((await client.stepUp.password({ password })).error).toBe(null);
    fixture.clock.forward({ minutes: 2 });
    return { browser, copy, names };
  }

  test("a copy of the cookies from before has no session of the browser", async () => {
    const { browser, copy, names } = await provenAndCopied();
    for (const sessionToken of names)
      expect(await codeOf(await copy.post("/multi-session/set-active", { sessionToken }))).toEqual(invalid);
    expect(await fixture.active(copy)).toBe(null);
    expect(await fixture.list(copy)).toEqual([]);
    expect(await fixture.active(browser)).toBe("bob");
  });

  test("the browser has the other accounts, and the copy gets none of them by a switch", async () => {
    const { browser, copy } = await provenAndCopied();
    expect((await fixture.switchTo(browser, "ada")).status).toBe(200);
    expect(await fixture.accounts(browser)).toEqual(["bob", "ada*"]);
    expect(await fixture.active(copy)).toBe(null);
    expect((await fixture.switchTo(browser, "bob")).status).toBe(200);
    expect(await fixture.active(copy)).toBe(null);
  });

  test.each([true, false])("the cookie of the browser ends as before, with rememberMe: %s", async (rememberMe) => {
    const { browser } = await provenAndCopied({ rememberMe });
    const cookie = browser.cookies.cookies.find(({ name }) => name === deviceName);
    expect(cookie?.expiresAt instanceof Date).toBe(rememberMe);
  });
});

describe("two tabs of a browser", () => {
  test("that switch at once leave each session in one browser, and the browser signed in", async () => {
    const { browser } = await fixture.signedIn("ada", "bob", "cyd");
    const answers = await Promise.all([fixture.switchTo(browser, "ada"), fixture.switchTo(browser, "bob")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(["ada", "bob"]).toContain(await fixture.active(browser));
    expect(await fixture.list(browser)).toHaveLength(3);
  });

  test("that revoke and switch at once end what was revoked", async () => {
    const { browser } = await fixture.signedIn("ada", "bob", "cyd");
    const sessionToken = await fixture.tokenOf(browser, "ada");
    const [switched, revoked] = await Promise.all([
      browser.post("/multi-session/set-active", { sessionToken }),
      browser.post("/multi-session/revoke", { sessionToken }),
    ]);
    // The switch gives the session another name: only a revocation before the switch ends the session.
    expect([
      [200, 401],
      [401, 200],
    ]).toContainEqual([switched?.status, revoked?.status]);
    expect(await fixture.active(browser)).toBe(switched?.status === 200 ? "ada" : "cyd");
  });
});

describe("an account of the browser", () => {
  async function prepare() {
    const visit = await fixture.signedIn("ada", "bob");
    const root = await fixture.signedIn("root");
    await fixture.db.update(userModel, await fixture.userIdOf(root.browser), { role: "admin" } as object);
    return { ...visit, root };
  }

  test("that is banned ends alone", async () => {
    const { browser, root } = await prepare();
    const userId = await fixture.userIdOf(browser);
    expect((await root.browser.post("/admin/ban-user", { userId })).status).toBe(200);
    expect((await browser.post("/update-user", { name: "b" })).status).toBe(401);
    expect(await (await browser.get("/get-session")).json()).toMatchObject({ user: { name: "ada" }, switched: true });
    expect(await fixture.accounts(browser)).toEqual(["ada*"]);
  });

  test("that may not act is no next account, and set-active says why", async () => {
    const { browser } = await prepare();
    const ada = (await fixture.list(browser)).find(({ user }) => user.name === "ada");
    const [user] = await fixture.db.list(userModel, { name: "ada" } as object, { orderBy: "id", limit: 1 });
    await fixture.db.update(userModel, user?.id ?? "", { banned: true } as object);
    const sessionToken = ada?.session.token ?? "";
    expect(await codeOf(await browser.post("/multi-session/set-active", { sessionToken }))).toEqual([
      403,
      "BANNED_USER",
    ]);
    await browser.post("/sign-out", { only: "active" });
    expect(await fixture.active(browser)).toBe(null);
  });

  test("that is deleted ends alone", async () => {
    const { browser } = await prepare();
    await fixture.db.remove(userModel, { id: await fixture.userIdOf(browser) });
    expect(await fixture.active(browser)).toBe("ada");
  });
});

describe("an administrator who acts in a user's place", () => {
  async function impersonate() {
    const visit = await fixture.signedIn("ada", "root");
    const eve = await fixture.signedIn("eve");
    await fixture.db.update(userModel, await fixture.userIdOf(visit.browser), { role: "admin" } as object);
    const userId = await fixture.userIdOf(eve.browser);
    expect((await visit.browser.post("/admin/impersonate-user", { userId })).status).toBe(200);
    return visit.browser;
  }

  test("neither lists, switches nor revokes the accounts of the browser", async () => {
    const browser = await impersonate();
    const answers = [
      await browser.get("/multi-session/list-device-sessions"),
      await browser.post("/multi-session/set-active", { sessionToken: "x" }),
      await browser.post("/multi-session/revoke", { sessionToken: "x" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  test("comes back to the own account, and the impersonation is no account of the browser", async () => {
    const browser = await impersonate();
    expect((await browser.post("/admin/stop-impersonating")).status).toBe(200);
    expect(await fixture.accounts(browser)).toEqual(["root*", "ada"]);
  });

  test("ends the impersonation by a sign-in, and keeps the other accounts", async () => {
    const browser = await impersonate();
    await fixture.signIn(browser, "bob");
    expect(await fixture.accounts(browser)).toEqual(["bob*", "root", "ada"]);
    expect(await fixture.db.count(sessionModel, {})).toBe(4);
  });

  test("signs out of all accounts", async () => {
    const browser = await impersonate();
    await browser.post("/sign-out");
    expect([await fixture.active(browser), await fixture.accounts(browser)]).toEqual([null, []]);
  });
});

test("a sign-in that ends with the browser lets the accounts of the browser end with it, too", async () => {
  const { browser } = await fixture.signedIn("ada");
  await fixture.signIn(browser, "bob", { rememberMe: false });
  await fixture.signIn(browser, "cyd");
  const kept = browser.cookies.cookies.filter(({ name, expiresAt }) => name === deviceName && expiresAt !== null);
  expect(kept).toEqual([]);
  const answer = await fixture.switchTo(browser, "bob");
  const lines = answer.headers.getSetCookie().filter((line) => line.includes("session_token="));
  expect(lines.map((line) => line.includes("Max-Age"))).toEqual([false]);
  const back = await fixture.switchTo(browser, "cyd");
  expect(back.headers.getSetCookie().find((line) => line.includes("session_token="))).toContain("Max-Age");
});

test("rows of browsers without a session are removed", async () => {
  await fixture.signedIn("ada", "bob");
  fixture.clock.forward({ days: 31 });
  await fixture.auth.api.removeExpired();
  expect(await fixture.db.count(deviceModel, {})).toBe(0);
});

test("copies of sessions in a cookie follow the active account", async () => {
  fixture = open({ config: { session: { cookieCache: { enabled: true } } } });
  const { browser } = await fixture.signedIn("ada", "bob");
  expect(await fixture.active(browser)).toBe("bob");
  await fixture.switchTo(browser, "ada");
  expect(await fixture.active(browser)).toBe("ada");
  await browser.post("/sign-out", { only: "active" });
  expect(await fixture.active(browser)).toBe("bob");
});
