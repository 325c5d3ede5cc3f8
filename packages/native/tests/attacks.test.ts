import { userModel } from "@keyhold/core/plugin";
import { beforeEach, describe, expect, test } from "vitest";
import {
  authorize,
  begin,
  claimed,
  codeIn,
  email,
  type Fixture,
  flowPathIn,
  locationOf,
  loopback,
  open,
  press,
  scheme,
  visitPage,
} from "./fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

const rejected = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [
  status,
  body.error,
];
const invalid = [400, "invalid_grant"];

describe("a redirect that is not registered exactly gets a page of ours with status 400, never a redirect:", () => {
  test.each([
    ["an unknown one", "https://evil.example/app/signed-in"],
    ["userinfo", "https://user@example.com/app/signed-in"],
    ["userinfo of another host", "https://example.com@evil.example/app/signed-in"],
    ["another case of the host", "https://EXAMPLE.com/app/signed-in"],
    ["another case of the path", "https://example.com/app/Signed-in"],
    ["another case of the scheme", "COM.example.app:/signed-in"],
    ["%2e", "https://example.com/app/%2e/signed-in"],
    ["an encoded character", "https://example.com/app/signed%2din"],
    ["dots", "https://example.com/app/x/../signed-in"],
    ["a slash at the end", "https://example.com/app/signed-in/"],
    ["a missing path", "https://example.com"],
    ["a query", "https://example.com/app/signed-in?next=https://evil.example"],
    ["a fragment", "https://example.com/app/signed-in#"],
    ["javascript:", "javascript:alert(1)"],
    ["data:", "data:text/html,x"],
    ["localhost", "http://localhost/signed-in"],
    ["another path of a loopback address", "http://127.0.0.1:8080/other"],
    ["userinfo before a loopback address", "http://127.0.0.1:1@evil.example/signed-in"],
    ["a host that begins with a loopback address", "http://127.0.0.1.evil.example/signed-in"],
    ["a port that does not exist", "http://127.0.0.1:99999/signed-in"],
    ["the other loopback address", "http://[::1]/signed-in"],
    ["a line break", "https://example.com/app/signed-in\r\nx: y"],
    ["nothing", ""],
  ])("%s", async (_, redirect) => {
    const { browser } = await fixture.signUp(email);
    const answer = await authorize(browser, begin(redirect));
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(await answer.text()).not.toContain("evil.example");
  });

  test.each([{ client_id: "unknown" }, { client_id: "toString" }, { client_id: "other" }, { client_id: "" }])(
    "the app %o",
    async (more) => {
      const answer = await authorize(fixture.browser, begin(claimed, more));
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    },
  );

  test("a request without parameters", async () => {
    expect((await visitPage(fixture.browser, "/native/authorize")).status).toBe(400);
  });

  test("but any port of a loopback address is right", async () => {
    const { browser } = await fixture.signUp(email);
    const redirect = "http://127.0.0.1:51004/signed-in";
    const started = begin(redirect);
    const toApp = await press(browser, await authorize(browser, started));
    expect(toApp.headers.get("location")).toMatch(/^http:\/\/127\.0\.0\.1:51004\/signed-in\?code=/);
    expect((await fixture.redeem(started, codeIn(toApp))).status).toBe(200);
  });
});

describe("a request without PKCE S256 or state gets an error:", () => {
  test.each<Readonly<Record<string, string>>>([
    { code_challenge_method: "plain" },
    { code_challenge_method: "" },
    { code_challenge: "short" },
    { code_challenge: "A".repeat(44) },
    { code_challenge: `${"A".repeat(42)}=` },
    { state: "" },
    { state: "x".repeat(513) },
  ])("%o", async (more) => {
    const { browser } = await fixture.signUp(email);
    const answer = await authorize(browser, begin(claimed, more));
    const { origin, pathname, searchParams } = locationOf(answer);
    expect([origin + pathname, searchParams.get("error"), searchParams.get("code")]).toEqual([
      claimed,
      "invalid_request",
      null,
    ]);
  });
});

describe("a code opens at most one session:", () => {
  async function issued(redirect?: string) {
    const { browser } = await fixture.signUp(email);
    const started = begin(redirect);
    return { browser, started, code: await fixture.handOver(browser, started) };
  }

  test("a wrong verifier uses the code up", async () => {
    const { started, code } = await issued();
    const wrong = { ...started, verifier: begin().verifier };
    expect(rejected(await fixture.redeem(wrong, code))).toEqual(invalid);
    expect(rejected(await fixture.redeem(started, code))).toEqual(invalid);
    expect(await fixture.sessions()).toHaveLength(1);
  });

  test("the challenge is no verifier", async () => {
    const { started, code } = await issued();
    const plain = { ...started, verifier: started.query.code_challenge ?? "" };
    expect(rejected(await fixture.redeem(plain, code))).toEqual(invalid);
  });

  test.each<Readonly<Record<string, string>>>([
    { client_id: "other" },
    { redirect_uri: "https://example.com/app/signed-in/" },
    { redirect_uri: loopback },
  ])("another app or redirect uses the code up: %o", async (more) => {
    const { started, code } = await issued();
    expect(rejected(await fixture.redeem(started, code, more))).toEqual(invalid);
    expect(rejected(await fixture.redeem(started, code))).toEqual(invalid);
  });

  test("another port of a loopback address is another redirect", async () => {
    const { started, code } = await issued("http://127.0.0.1:5001/signed-in");
    expect(rejected(await fixture.redeem(started, code, { redirect_uri: "http://127.0.0.1:5002/signed-in" }))).toEqual(
      invalid,
    );
  });

  test("60 seconds long", async () => {
    const { started, code } = await issued();
    fixture.clock.forward({ seconds: 60 });
    expect(rejected(await fixture.redeem(started, code))).toEqual(invalid);
    expect(await fixture.codes()).toEqual([]);
  });

  test("a wrong request after the right request neither ends the session nor gets a token", async () => {
    const { started, code } = await issued();
    const first = await fixture.redeem(started, code);
    const wrong = { ...started, verifier: begin().verifier };
    expect(rejected(await fixture.redeem(wrong, code))).toEqual(invalid);
    expect(await fixture.userOf(first.body.token)).toBe(email);
  });

  test("the repeated request after a sign-out opens nothing", async () => {
    const { started, code } = await issued();
    const { body } = await fixture.redeem(started, code);
    await fixture.call("/sign-out", {}, { authorization: `Bearer ${body.token}` });
    expect(rejected(await fixture.redeem(started, code))).toEqual(invalid);
  });

  test("only the hash of a code is stored", async () => {
    const { code } = await issued();
    expect(JSON.stringify(await fixture.codes())).not.toContain(code);
  });

  test("a code ends with the browser's session", async () => {
    const { browser, started, code } = await issued();
    await browser.post("/sign-out");
    expect(rejected(await fixture.redeem(started, code))).toEqual(invalid);
  });

  test("a code ends with all sessions of the user, e.g. after a new password", async () => {
    const { password } = await fixture.signUp(email);
    const { browser, client } = fixture.visit();
    const started = begin();
    const path = flowPathIn(await authorize(browser, started));
    await client.signIn.email({ email, password });
    const code = codeIn(await visitPage(browser, path));
    const other = fixture.visit();
    await other.client.signIn.email({ email, password });
    const changed = { currentPassword: password, newPassword: "another long password", revokeOtherSessions: true };
    expect((await other.client.changePassword(changed)).error).toBeNull();
    expect(rejected(await fixture.redeem(started, code))).toEqual(invalid);
  });
});

describe("a second app with the scheme", () => {
  test("that takes the code gets invalid_grant: it has no verifier", async () => {
    const { browser } = await fixture.signUp(email);
    const code = await fixture.handOver(browser, begin(scheme));
    expect(rejected(await fixture.redeem(begin(scheme), code))).toEqual(invalid);
  });

  test.each([scheme, loopback])("that starts its own flow to %s gets nothing without a click", async (redirect) => {
    const { browser } = await fixture.signUp(email);
    const answer = await authorize(browser, begin(redirect));
    expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
    expect(await fixture.codes()).toEqual([]);
  });

  test.each([scheme, loopback])("gets nothing to %s from a session that is not fresh", async (redirect) => {
    const { browser } = await fixture.signUp(email);
    const early = await authorize(browser, begin(redirect));
    fixture.clock.forward({ minutes: 9 });
    fixture.clock.forward({ days: 1 });
    const answer = await authorize(browser, begin(redirect));
    const html = await answer.text();
    expect(html).toContain("Sign in again to continue in Example");
    expect(html).not.toContain("<form");
    const id = /name="id" value="([^"]*)"/.exec(await early.text())?.[1] ?? "";
    expect((await browser.post("/native/confirm", { id })).status).toBe(403);
    expect(await fixture.codes()).toEqual([]);
  });

  test("gets nothing from a question that a session outlived: the confirmation asks for a fresh session", async () => {
    const { browser } = await fixture.signUp(email);
    fixture.clock.forward({ days: 1, seconds: 1 });
    const html = await (await authorize(browser, begin(scheme))).text();
    const id = /flow=([A-Za-z0-9]{32})/.exec(html)?.[1] ?? "";
    const answer = await browser.post("/native/confirm", { id });
    expect([answer.status, (await answer.json()).code]).toEqual([403, "SESSION_IS_NOT_FRESH"]);
    expect(await fixture.codes()).toEqual([]);
  });

  test("a claimed https redirect goes to the right app: an older session is enough, with a click", async () => {
    const { browser } = await fixture.signUp(email);
    fixture.clock.forward({ days: 2 });
    const started = begin();
    expect((await fixture.redeem(started, await fixture.handOver(browser, started))).status).toBe(200);
  });
});

describe("an authorize link sent to a victim", () => {
  test("gives the sender nothing: the flow is of the victim's browser", async () => {
    const attacker = fixture.visit();
    const { browser: victim } = await fixture.signUp(email);
    const started = begin();
    const html = await (await authorize(victim, started)).text();
    const id = /name="id" value="([^"]*)"/.exec(html)?.[1] ?? "";
    expect((await visitPage(attacker.browser, `/native/authorize?flow=${id}`)).status).toBe(400);
    await fixture.signUp("mallory@example.com");
    const mallory = await fixture.signUp("mallory2@example.com");
    const answer = await mallory.browser.post("/native/confirm", { id });
    expect([answer.status, (await answer.json()).code]).toEqual([403, "NATIVE_FLOW_NOT_FOUND"]);
    expect(await fixture.codes()).toEqual([]);
  });

  test("signs the victim in to no account of the sender: a flow of another browser does not go on", async () => {
    const { browser: sender } = await fixture.signUp("mallory@example.com");
    const html = await (await authorize(sender, begin())).text();
    const id = /name="id" value="([^"]*)"/.exec(html)?.[1] ?? "";
    const { browser: victim, client } = await fixture.signUp(email);
    expect((await visitPage(victim, `/native/authorize?flow=${id}`)).status).toBe(400);
    expect((await client.getSession()).data?.user.email).toBe(email);
  });
});

describe("the confirmation", () => {
  async function asked() {
    const { browser, client } = await fixture.signUp(email);
    const html = await (await authorize(browser, begin())).text();
    return { browser, client, id: /name="id" value="([^"]*)"/.exec(html)?.[1] ?? "" };
  }

  test.each([
    ["https://evil.example", "INVALID_ORIGIN"],
    ["null", "MISSING_OR_NULL_ORIGIN"],
  ])("needs the app's own origin: %s", async (origin, code) => {
    const { browser, id } = await asked();
    const headers = { origin, "content-type": "application/json" };
    const answer = await browser.fetch("/native/confirm", { method: "POST", body: JSON.stringify({ id }), headers });
    expect([answer.status, (await answer.json()).code]).toEqual([403, code]);
    expect(await fixture.codes()).toEqual([]);
  });

  test("needs the cookie: a token of an app hands over nothing", async () => {
    const { browser, id } = await asked();
    const token = await fixture.signInApp(browser);
    const answer = await fixture.call("/native/confirm", { id }, { authorization: `Bearer ${token}` });
    expect([answer.status, answer.body.code]).toEqual([401, "UNAUTHORIZED"]);
  });

  test("of a script counts once, and gives no code but a URL to open, which gives one code", async () => {
    const { browser, id } = await asked();
    const answer = await browser.post("/native/confirm", { id });
    const { url } = await answer.json();
    const { search, pathname } = new URL(url);
    expect([answer.status, pathname, await fixture.codes()]).toEqual([200, "/api/auth/native/authorize", []]);
    expect((await browser.post("/native/confirm", { id })).status).toBe(403);
    expect(codeIn(await visitPage(browser, `/native/authorize${search}`))).not.toBe("");
    expect((await visitPage(browser, `/native/authorize${search}`)).status).toBe(400);
    expect(await fixture.codes()).toHaveLength(1);
  });

  test("of a script is of the session that has confirmed: another session is asked", async () => {
    const { browser, client, password } = await fixture.signUp(email);
    const html = await (await authorize(browser, begin(scheme))).text();
    const id = /name="id" value="([^"]*)"/.exec(html)?.[1] ?? "";
    const { search } = new URL((await (await browser.post("/native/confirm", { id })).json()).url);
    await client.signOut();
    await client.signIn.email({ email, password });
    const later = await visitPage(browser, `/native/authorize${search}`);
    expect([later.status, await later.text()]).toEqual([200, expect.stringContaining('name="id"')]);
    expect(await fixture.codes()).toEqual([]);
  });

  test("counts for ten minutes", async () => {
    const { browser, id } = await asked();
    fixture.clock.forward({ minutes: 10 });
    expect((await browser.post("/native/confirm", { id })).status).toBe(403);
  });

  test("needs a session", async () => {
    const { browser, id } = await asked();
    await browser.post("/sign-out");
    expect((await browser.post("/native/confirm", { id })).status).toBe(401);
  });
});

describe("a script of a page at the server's own origin", () => {
  const scripted: readonly [string, Readonly<Record<string, string>>][] = [
    ["fetch", { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }],
    ["fetch that claims to want a page", { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", accept: "text/html" }],
    ["fetch without CORS", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "empty" }],
    ["fetch of its own origin", { "sec-fetch-mode": "same-origin", "sec-fetch-dest": "empty" }],
    ["an image", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }],
    ["a frame", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }],
    ["an object", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "object" }],
    ["an embedded page", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "embed" }],
    ["a socket", { "sec-fetch-mode": "websocket", "sec-fetch-dest": "empty" }],
  ];
  const asScript = (headers: Readonly<Record<string, string>>) => ({
    headers: { accept: "*/*", "sec-fetch-site": "same-origin", ...headers },
  });

  test.each(scripted)("begins no flow by %s", async (_, headers) => {
    const { browser } = await fixture.signUp(email);
    const answer = await browser.fetch(`/native/authorize?${new URLSearchParams(begin().query)}`, asScript(headers));
    expect([answer.status, answer.headers.get("location"), answer.headers.getSetCookie()]).toEqual([400, null, []]);
    expect(await answer.text()).not.toContain("<form");
  });

  test.each(scripted)("gets no code by %s, after a sign-in and after a confirmation", async (_, headers) => {
    const { browser, password } = await fixture.signUp(email);
    const id = /name="id" value="([^"]*)"/.exec(await (await authorize(browser, begin())).text())?.[1] ?? "";
    const { search } = new URL((await (await browser.post("/native/confirm", { id })).json()).url);
    const other = fixture.visit();
    const path = flowPathIn(await authorize(other.browser, begin()));
    await other.client.signIn.email({ email, password });
    for (const answer of [
      await browser.fetch(`/native/authorize${search}`, asScript(headers)),
      await other.browser.fetch(path, asScript(headers)),
    ])
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    expect(await fixture.codes()).toEqual([]);
  });

  test("gets no code by a form that it sends itself, whose last URL it could read", async () => {
    const { browser } = await fixture.signUp(email);
    const id = /name="id" value="([^"]*)"/.exec(await (await authorize(browser, begin())).text())?.[1] ?? "";
    const { headers } = asScript({ "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" });
    const answer = await browser.fetch("/native/confirm", {
      method: "POST",
      body: new URLSearchParams({ id }),
      headers,
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
    expect((await answer.json()).url).toMatch(/^https:\/\/app\.example\.com\/api\/auth\/native\/authorize\?flow=\w+$/);
    expect(await fixture.codes()).toEqual([]);
  });

  test("has no access to the window that it has opened: each page and redirect ends it", async () => {
    const { browser, client, password } = await fixture.signUp(email);
    const policyOf = (answer: Response) => answer.headers.get("cross-origin-opener-policy");
    const question = await authorize(browser, begin());
    expect([policyOf(question), policyOf(await press(browser, question))]).toEqual([
      "same-origin",
      "noopener-allow-popups",
    ]);
    await client.signOut();
    const toSignIn = await authorize(browser, begin());
    await client.signIn.email({ email, password });
    const toApp = await visitPage(browser, flowPathIn(toSignIn));
    expect([policyOf(toSignIn), policyOf(toApp)]).toEqual(["same-origin", "noopener-allow-popups"]);
    expect(policyOf(await authorize(browser, begin("https://evil.example/")))).toBe("same-origin");
    expect(policyOf(await browser.get("/get-session"))).toBeNull();
  });
});

describe("a change of the factors", () => {
  /** A code of a sign-in for the app alone: no session of the browser ends with it. */
  async function codeAfterSignIn(password: string) {
    const { browser, client } = fixture.visit();
    const started = begin();
    const path = flowPathIn(await authorize(browser, started));
    expect((await client.signIn.email({ email, password })).error).toBeNull();
    const code = codeIn(await visitPage(browser, path));
    expect(code).not.toBe("");
    return () => fixture.redeem(started, code);
  }

  test.each([true, false])("ends codes, with revokeOtherSessions %j", async (revokeOtherSessions) => {
    const { password, client } = await fixture.signUp(email);
    const { totpURI = "" } = (await client.twoFactor.enable({ password })).data ?? {};
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    const redeemLater = await codeAfterSignIn(password);
    const { code } = await fixture.auth.api.generateTotp({ secret });
    expect((await client.twoFactor.verifyTotp({ code, revokeOtherSessions })).error).toBeNull();
    expect(rejected(await redeemLater())).toEqual(invalid);
    expect(await fixture.codes()).toEqual([]);
  });
});

describe("what core decides", () => {
  async function administrator() {
    const admin = await fixture.signUp("admin@example.com");
    await fixture.db.update(userModel, admin.user.id, { role: "admin" } as object);
    return admin;
  }

  test("an administrator in the user's place hands over no session", async () => {
    const { user } = await fixture.signUp(email);
    const { browser } = await administrator();
    const started = begin();
    const html = await (await authorize(browser, started)).text();
    const id = /name="id" value="([^"]*)"/.exec(html)?.[1] ?? "";
    expect((await browser.post("/admin/impersonate-user", { userId: user.id })).status).toBe(200);
    expect(locationOf(await authorize(browser, begin())).searchParams.get("error")).toBe("access_denied");
    const answer = await browser.post("/native/confirm", { id });
    expect([answer.status, (await answer.json()).code]).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
    const opened = await browser.get("/native/authorize", { flow: id });
    expect(opened.headers.get("location") ?? "").not.toContain("code=");
    expect(await fixture.codes()).toEqual([]);
  });

  test("a banned user gets no session, and the code is used up", async () => {
    const { browser, user } = await fixture.signUp(email);
    const admin = await administrator();
    const started = begin();
    const code = await fixture.handOver(browser, started);
    await fixture.db.update(userModel, user.id, { banned: true } as object);
    expect((await fixture.redeem(started, code)).status).toBe(403);
    await fixture.db.update(userModel, user.id, { banned: false } as object);
    expect(rejected(await fixture.redeem(started, code))).toEqual(invalid);
    expect((await admin.client.getSession()).data).not.toBeNull();
  });

  test("a deleted user's code opens nothing", async () => {
    const { browser, client, password } = await fixture.signUp(email);
    const started = begin();
    const code = await fixture.handOver(browser, started);
    expect((await client.deleteUser({ password })).error).toBeNull();
    expect(rejected(await fixture.redeem(started, code))).toEqual(invalid);
    expect(await fixture.codes()).toEqual([]);
  });

  test("the cap of sessions ends the oldest session", async () => {
    fixture = open({ config: { session: { maxSessionsPerUser: 2 } } });
    const { browser } = await fixture.signUp(email);
    const tokens: string[] = [];
    for (let app = 0; app < 2; app += 1) {
      tokens.push(await fixture.signInApp(browser));
      fixture.clock.forward({ seconds: 1 });
    }
    expect(await fixture.sessions()).toHaveLength(2);
    expect(await fixture.userOf(tokens[1])).toBe(email);
  });

  test("the second factor is given in the browser, and the session of the app knows it", async () => {
    const { password, client: first } = await fixture.signUp(email);
    const { totpURI = "" } = (await first.twoFactor.enable({ password })).data ?? {};
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    const code = async (): Promise<string> => (await fixture.auth.api.generateTotp({ secret })).code;
    await first.twoFactor.verifyTotp({ code: await code() });
    fixture.clock.forward({ seconds: 30 });
    const { browser, client } = fixture.visit();
    const started = begin();
    const path = flowPathIn(await authorize(browser, started));
    await client.signIn.email({ email, password });
    // A sign-in that waits for the factor hands over no session.
    expect(flowPathIn(await visitPage(browser, path))).toBe(path);
    expect((await client.twoFactor.verifyTotp({ code: await code() })).error).toBeNull();
    const { status, body } = await fixture.redeem(started, codeIn(await visitPage(browser, path)));
    expect([status, body.session]).toEqual([
      200,
      expect.objectContaining({ amr: "pwd,otp,mfa", factorTime: expect.any(String) }),
    ]);
  });

  test("where a factor is required, a session without it hands over nothing", async () => {
    const rule = { isRequired: false };
    fixture = open({ factors: { require: () => rule.isRequired } });
    const { browser } = await fixture.signUp(email);
    const question = await authorize(browser, begin());
    rule.isRequired = true;
    const id = /name="id" value="([^"]*)"/.exec(await question.text())?.[1] ?? "";
    const answer = await browser.post("/native/confirm", { id });
    expect([answer.status, (await answer.json()).code]).toEqual([403, "STEP_UP_REQUIRED"]);
    expect(await fixture.codes()).toEqual([]);
  });
});

describe("a request of a page", () => {
  test("gets a token only with code and verifier, sets no cookie and ends no session", async () => {
    const { browser, client } = await fixture.signUp(email);
    const started = begin();
    const code = await fixture.handOver(browser, started);
    const body = { code, code_verifier: started.verifier, client_id: "ios", redirect_uri: claimed };
    const answer = await browser.post("/native/token", body);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    expect((await client.getSession()).data?.user.email).toBe(email);
    expect(await fixture.sessions()).toHaveLength(2);
  });

  test("a link that a browser prefetches ends no flow", async () => {
    const { password } = await fixture.signUp(email);
    const { browser, client } = fixture.visit();
    const path = flowPathIn(await authorize(browser, begin()));
    await client.signIn.email({ email, password });
    const early = await browser.fetch(path, { headers: { "sec-purpose": "prefetch", accept: "text/html" } });
    expect([early.status, early.headers.get("location")]).toEqual([200, null]);
    expect(codeIn(await visitPage(browser, path))).not.toBe("");
  });
});
