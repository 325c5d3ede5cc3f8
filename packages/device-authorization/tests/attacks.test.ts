import { userModel } from "@keyhold/core/plugin";
import type { Browser } from "@keyhold/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { TokenClient } from "../../../tests/harness/token-client.ts";
import { deviceCodeModel } from "../src/models.ts";
import { email, type Fixture, grantType, open } from "./fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

const errorOf = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [status, body.error];

describe("a machine's route", () => {
  test("takes no cookie: a browser's session stays as it is, and the device's session is another", async () => {
    const { browser, client } = await fixture.signUp(email);
    const codes = await fixture.begin();
    await fixture.decide(browser, "approve", codes.user_code);
    const cookie = browser.headers().get("cookie") ?? "";
    expect(cookie).toContain("session_token");
    const body = { grant_type: grantType, device_code: codes.device_code, client_id: "cli" };
    const answer = await fixture.ask("/device/token", body, { headers: { cookie } });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    expect((await client.getSession()).data?.user.email).toBe(email);
    expect(await fixture.sessions()).toHaveLength(2);
  });

  test("takes no cookie in a call of the server, either", async () => {
    const { browser, client } = await fixture.signUp(email);
    const codes = await fixture.begin();
    await fixture.decide(browser, "approve", codes.user_code);
    const body = { grant_type: grantType, device_code: codes.device_code, client_id: "cli" };
    await fixture.auth.api.device.token(body, { headers: browser.headers() });
    expect((await client.getSession()).data?.user.email).toBe(email);
  });

  test.each(["https://evil.example", "null"])("asks for no origin, e.g. %s", async (origin) => {
    expect((await fixture.ask("/device/code", { client_id: "cli" }, { headers: { origin } })).status).toBe(200);
  });

  test("does not ask the app for its trusted origins", async () => {
    let asked = 0;
    fixture = open({
      config: {
        trustedOrigins: () => {
          asked += 1;
          return [];
        },
      },
    });
    const { browser } = await fixture.signUp(email);
    const before = asked;
    const codes = await fixture.begin();
    await fixture.poll(codes);
    expect([before > 0, asked]).toEqual([true, before]);
    await fixture.decide(browser, "approve", codes.user_code);
    expect(asked).toBe(before + 1);
  });

  test("takes no token of a session and no name of an app, and answers without a challenge", async () => {
    const { browser } = await fixture.signUp(email);
    const token = await fixture.signInDevice(browser);
    const headers = { authorization: `Bearer ${token}`, "x-client-id": "unknown" };
    expect((await fixture.ask("/device/code", { client_id: "cli" }, { headers })).status).toBe(200);
  });

  test("takes no code in the URL", async () => {
    const { device_code } = await fixture.begin();
    const query = new URLSearchParams({ grant_type: grantType, device_code, client_id: "cli" });
    expect(errorOf(await fixture.ask(`/device/token?${query}`, {}))).toEqual([400, "invalid_request"]);
  });

  test("answers too many requests of an address with slow_down, and says when to come back", async () => {
    fixture = open({ config: { rateLimit: { enabled: true } } });
    const statuses = [];
    for (let made = 0; made < 31; made += 1) {
      const answer = await fixture.ask("/device/code", { client_id: "none" });
      statuses.push(`${answer.status} ${answer.body.error} ${answer.headers.get("retry-after") !== null}`);
    }
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set(["401 invalid_client false"]));
    expect(statuses[30]).toBe("429 slow_down true");
  });
});

describe("an approval", () => {
  test("is of the user who has opened the code first", async () => {
    const ada = await fixture.signUp(email);
    const eve = await fixture.signUp("eve@example.com");
    const codes = await fixture.begin();
    await fixture.look(ada.browser, codes.user_code);
    for (const what of ["approve", "deny"] as const)
      expect(errorOf(await fixture.decide(eve.browser, what, codes.user_code))).toEqual([403, "access_denied"]);
    expect(await fixture.polled(codes)).toBe("authorization_pending");
    expect((await fixture.decide(ada.browser, "approve", codes.user_code)).status).toBe(200);
  });

  test("is not taken by another client, nor lost by its poll", async () => {
    const { browser } = await fixture.signUp(email);
    const codes = await fixture.begin();
    await fixture.decide(browser, "approve", codes.user_code);
    expect(await fixture.polled(codes, { client_id: "tv" })).toBe("invalid_grant");
    expect(await fixture.polled(codes)).toBe("token");
  });

  test.each<[string, RequestInit]>([
    ["a form of another site", { body: new URLSearchParams(), headers: { origin: "https://evil.example" } }],
    [
      "a script of another site",
      { body: "{}", headers: { origin: "https://evil.example", "content-type": "application/json" } },
    ],
    ["a page of a file", { body: "{}", headers: { origin: "null", "content-type": "application/json" } }],
  ])("is not given by %s", async (_, init) => {
    const { browser } = await fixture.signUp(email);
    const codes = await fixture.begin();
    for (const what of ["approve", "deny"]) {
      const answer = await browser.fetch(`/device/${what}`, { method: "POST", ...init });
      expect(answer.status).toBe(403);
    }
    expect(await fixture.polled(codes)).toBe("authorization_pending");
  });

  test("begins with no link of another site: the code is claimed for no user", async () => {
    const { browser } = await fixture.signUp(email);
    const { user_code } = await fixture.begin();
    const cookie = browser.headers().get("cookie") ?? "";
    const visit = async (headers: Readonly<Record<string, string>>) => {
      const url = `https://app.example.com/api/auth/device?user_code=${user_code}`;
      return (await fixture.auth.handler(new Request(url, { headers: { cookie, ...headers } }))).json();
    };
    const strange: readonly Readonly<Record<string, string>>[] = [
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
      { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors", origin: "https://evil.example.com" },
    ];
    for (const headers of strange) expect(await visit(headers)).toMatchObject({ error: "invalid_request" });
    const typed = { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" };
    expect(Object.keys(await visit(typed))).toEqual(["user_code", "status"]);
    expect((await fixture.codesInDatabase())[0]?.userId).toBe(null);
    const own = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };
    expect(await visit(own)).toMatchObject({ client_name: "Example CLI" });
  });

  test("is not begun by a page of another site, which would use up the requests of an address", async () => {
    const headers = { "sec-fetch-site": "cross-site" };
    expect(errorOf(await fixture.ask("/device/code", { client_id: "cli" }, { headers }))).toEqual([
      401,
      "invalid_client",
    ]);
  });

  test("needs a session", async () => {
    const { user_code } = await fixture.begin();
    const { browser, client } = fixture.visit();
    expect(errorOf(await fixture.decide(browser, "approve", user_code))).toEqual([401, "unauthorized"]);
    expect((await client.device.approve({ userCode: user_code })).error?.code).toBe("UNAUTHORIZED");
  });

  test("needs a fresh session; a denial does not", async () => {
    const { browser } = await fixture.signUp(email);
    fixture.clock.forward({ days: 2 });
    const codes = await fixture.begin();
    const refused = await fixture.decide(browser, "approve", codes.user_code);
    expect([refused.status, refused.body.code, refused.body.stepUp]).toEqual([
      403,
      "SESSION_IS_NOT_FRESH",
      { methods: ["password"], maxAgeSeconds: 86_400, factors: 1 },
    ]);
    expect((await fixture.decide(browser, "deny", codes.user_code)).status).toBe(200);
  });

  test("needs the second factor of a user with one", async () => {
    const { browser, client, password, code } = await fixture.enrol();
    fixture.clock.forward({ days: 2 });
    expect((await client.stepUp.password({ password })).error).toBe(null);
    const codes = await fixture.begin();
    const refused = await fixture.decide(browser, "approve", codes.user_code);
    expect([refused.status, refused.body.code]).toEqual([403, "STEP_UP_REQUIRED"]);
    expect(await fixture.polled(codes)).toBe("authorization_pending");
    expect((await client.stepUp.totp({ code: await code() })).error).toBe(null);
    expect((await fixture.decide(browser, "approve", codes.user_code)).status).toBe(200);
    fixture.clock.forward({ seconds: 5 });
    const { body } = await fixture.poll(codes);
    const { body: shown } = await fixture.call(String(body.access_token), "/get-session");
    expect(shown).toMatchObject({ session: { amr: expect.stringMatching(/mfa.*device$/) } });
  });

  test("of a session that lost its second factor opens no session of a user with one", async () => {
    const { browser, client, user } = await fixture.enrol();
    const codes = await fixture.begin();
    const { data } = await client.getSession();
    expect(data?.session).toMatchObject({ amr: expect.stringContaining("mfa") });
    expect((await fixture.decide(browser, "approve", codes.user_code)).status).toBe(200);
    await fixture.db.update(deviceCodeModel, (await fixture.codesInDatabase())[0]?.id ?? "", { factorTime: null });
    expect(await fixture.polled(codes)).toBe("access_denied");
    expect((await fixture.sessions()).filter(({ userId }) => userId === user.id)).toHaveLength(1);
  });

  test("is not given by an administrator in the user's place, nor is the code opened", async () => {
    const ada = await fixture.signUp(email);
    const root = await fixture.signUp("root@example.com");
    await fixture.db.update(userModel, root.user.id, { role: "admin" } as object);
    expect((await root.browser.post("/admin/impersonate-user", { userId: ada.user.id })).status).toBe(200);
    const { user_code } = await fixture.begin();
    expect((await fixture.look(root.browser, user_code)).body).toEqual({ user_code, status: "pending" });
    for (const what of ["open", "approve", "deny"]) {
      const answer = await root.browser.post(`/device/${what}`, { userCode: user_code });
      expect([answer.status, (await answer.json()).code]).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
    }
    expect(await fixture.codesInDatabase()).toMatchObject([{ userId: null, status: "pending" }]);
  });
});

describe("between the approval and the poll", () => {
  const approved = async (browser: Browser) => {
    const codes = await fixture.begin();
    await fixture.look(browser, codes.user_code);
    expect((await fixture.decide(browser, "approve", codes.user_code)).status).toBe(200);
    return codes;
  };

  test("the deletion of the user leaves no session", async () => {
    const ada = await fixture.signUp(email);
    const codes = await approved(ada.browser);
    const root = await fixture.signUp("root@example.com");
    await fixture.db.update(userModel, root.user.id, { role: "admin" } as object);
    expect((await root.browser.post("/admin/remove-user", { userId: ada.user.id })).status).toBe(200);
    expect(await fixture.polled(codes)).toBe("invalid_grant");
    expect((await fixture.sessions()).map(({ userId }) => userId)).toEqual([root.user.id]);
    expect(await fixture.codesInDatabase()).toEqual([]);
  });

  test("a removed row of the user leaves no session", async () => {
    const { browser, user } = await fixture.signUp(email);
    const codes = await approved(browser);
    await fixture.db.remove(userModel, { id: user.id });
    expect(await fixture.polled(codes)).toBe("invalid_grant");
  });

  test("a ban leaves no session, also after its end", async () => {
    const { browser, user } = await fixture.signUp(email);
    const codes = await approved(browser);
    await fixture.db.update(userModel, user.id, { banned: true } as object);
    expect(await fixture.polled(codes)).toBe("access_denied");
    await fixture.db.update(userModel, user.id, { banned: false } as object);
    fixture.clock.forward({ seconds: 5 });
    expect(await fixture.polled(codes)).toBe("invalid_grant");
    expect(await fixture.sessions()).toHaveLength(1);
  });

  test.each<[string, (ada: Awaited<ReturnType<Fixture["signUp"]>>) => Promise<unknown>]>([
    ["the end of all sessions", ({ client }) => client.revokeSessions()],
    [
      "a new password that ends all other sessions",
      ({ client, password: currentPassword }) =>
        client.changePassword({ currentPassword, newPassword: "another long password", revokeOtherSessions: true }),
    ],
  ])("%s ends the approval", async (_, end) => {
    const ada = await fixture.signUp(email);
    const codes = await approved(ada.browser);
    expect(await end(ada)).toMatchObject({ error: null });
    expect(await fixture.polled(codes)).toBe("invalid_grant");
  });

  test("the user's revocation of the session that approved ends the approvals of that session alone", async () => {
    const { browser, client, password } = await fixture.signUp(email);
    const own = await approved(browser);
    const attacker = fixture.visit();
    await attacker.client.signIn.email({ email, password });
    const { id = "" } = (await attacker.client.getSession()).data?.session ?? {};
    const theirs = [await approved(attacker.browser), await approved(attacker.browser)];
    expect((await client.revokeSession({ id })).error).toBe(null);
    for (const codes of theirs) expect(await fixture.polled(codes)).toBe("invalid_grant");
    expect(await fixture.polled(own)).toBe("token");
  });

  test("an administrator's revocation of the session that approved ends the approval", async () => {
    const root = await fixture.signUp("root@example.com");
    await fixture.db.update(userModel, root.user.id, { role: "admin" } as object);
    const { browser, client } = await fixture.signUp(email);
    const codes = await approved(browser);
    const { id: sessionId = "" } = (await client.getSession()).data?.session ?? {};
    expect((await root.browser.post("/admin/revoke-user-session", { sessionId })).status).toBe(200);
    expect(await fixture.polled(codes)).toBe("invalid_grant");
  });

  test("a reuse of a replaced token, which ends the session that approved, ends the approval", async () => {
    const app = new TokenClient(fixture.auth.handler, "https://app.example.com");
    await app.post("/sign-up/email", { name: "Ada", email, password: "correct horse battery staple" });
    const thief = app.copy();
    const codes = await fixture.begin();
    await thief.get(`/device?user_code=${codes.user_code}`);
    expect((await thief.post("/device/approve", { userCode: codes.user_code })).status).toBe(200);
    await app.post("/step-up/password", { password: "correct horse battery staple" });
    await app.get("/get-session");
    fixture.clock.forward({ seconds: 61 });
    expect((await thief.post("/update-user", { name: "Eve" })).status).toBe(401);
    expect(await fixture.polled(codes)).toBe("invalid_grant");
  });

  test("a sign-out of the browser leaves the approval", async () => {
    const { browser, client } = await fixture.signUp(email);
    const codes = await approved(browser);
    await client.signOut();
    expect(await fixture.polled(codes)).toBe("token");
  });
});

describe("a guess of a user code", () => {
  /** A code of the right form that is no code. */
  const wrong = "BBBB-BBBB";

  test("is counted: five wrong codes of a session in 15 minutes, and the right codes do not count", async () => {
    const { browser } = await fixture.signUp(email);
    const { user_code } = await fixture.begin();
    for (let tried = 0; tried < 4; tried += 1) {
      expect((await fixture.look(browser, wrong)).body.error).toBe("invalid_request");
      expect((await fixture.look(browser, user_code)).status).toBe(200);
    }
    expect(errorOf(await fixture.decide(browser, "approve", "no code"))).toEqual([400, "invalid_request"]);
    for (const what of ["approve", "deny"] as const) {
      const full = await fixture.decide(browser, what, user_code);
      expect([full.status, full.body.code, full.headers.has("retry-after")]).toEqual([429, "TOO_MANY_REQUESTS", true]);
    }
    fixture.clock.forward({ minutes: 15 });
    const later = await fixture.begin();
    expect((await fixture.decide(browser, "approve", later.user_code)).status).toBe(200);
  });

  test("is counted by address: of a hundred guesses of many sessions at one time, twenty are looked up", async () => {
    const visits = [];
    for (let made = 0; made < 20; made += 1) visits.push((await fixture.signUp(`p${made}@example.com`)).browser);
    const guesses = visits.flatMap((browser) => Array.from({ length: 5 }, () => fixture.look(browser, wrong)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(80);
  });

  test("of sixteen at one time in one session, five are looked up", async () => {
    const { browser } = await fixture.signUp(email);
    const answers = await Promise.all(Array.from({ length: 16 }, () => fixture.look(browser, wrong)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  });

  /** A look from a browser's session at another address, or with headers of its own. */
  async function lookFrom(
    browser: Browser,
    code: string,
    ipAddress: string,
    more: Readonly<Record<string, string>> = {},
  ) {
    const headers = { cookie: browser.headers().get("cookie") ?? "", ...more };
    const url = `https://app.example.com/api/auth/device?user_code=${code}`;
    return (await fixture.auth.handler(new Request(url, { headers }), { ipAddress })).status;
  }

  test("by a page of another site is not counted, and shows no code", async () => {
    const { browser } = await fixture.signUp(email);
    const { user_code } = await fixture.begin();
    const address = "203.0.113.77";
    for (const site of ["cross-site", "same-site"]) {
      const image = { "sec-fetch-site": site, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
      for (let tried = 0; tried < 21; tried += 1) expect(await lookFrom(browser, wrong, address, image)).toBe(400);
      expect(await lookFrom(browser, user_code, address, image)).toBe(400);
    }
    expect(await lookFrom(browser, user_code, address)).toBe(200);
  });

  test("at an address whose budget is used up counts for no session", async () => {
    const { browser } = await fixture.signUp(email);
    const { user_code } = await fixture.begin();
    const attacker = fixture.visit().browser;
    for (let tried = 0; tried < 20; tried += 1) await lookFrom(attacker, wrong, "203.0.113.77");
    for (let tried = 0; tried < 6; tried += 1) expect(await lookFrom(browser, wrong, "203.0.113.77")).toBe(429);
    expect(await lookFrom(browser, user_code, "203.0.113.78")).toBe(200);
  });

  test("of a signed-out client is counted, too", async () => {
    const { browser } = fixture.visit();
    const statuses = [];
    for (let tried = 0; tried < 21; tried += 1) statuses.push((await fixture.look(browser, wrong)).status);
    expect([...new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([400, 429]);
  });
});

test("a user code from a Referer shows another user nothing, and lets them decide nothing", async () => {
  const ada = await fixture.signUp(email);
  const eve = await fixture.signUp("eve@example.com");
  const { verification_uri_complete } = await fixture.begin();
  const code = new URL(verification_uri_complete).searchParams.get("user_code") ?? "";
  await fixture.look(ada.browser, code);
  expect((await fixture.look(eve.browser, code)).body).toEqual({ user_code: code, status: "pending" });
  expect((await fixture.decide(eve.browser, "approve", code)).status).toBe(403);
});

test("a locked row decides who opens a code: the first of two users", async () => {
  const ada = await fixture.signUp(email);
  const eve = await fixture.signUp("eve@example.com");
  const { user_code } = await fixture.begin();
  const shown = await Promise.all([fixture.look(ada.browser, user_code), fixture.look(eve.browser, user_code)]);
  expect(shown.filter(({ body }) => "client_id" in body)).toHaveLength(1);
  expect(await fixture.db.count(deviceCodeModel, { userId: null })).toBe(0);
});
