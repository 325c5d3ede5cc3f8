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

describe("a signed-out browser", () => {
  test("signs in on the page of the app, and the app gets the session; no session stays in the browser", async () => {
    const { password } = await fixture.signUp(email);
    const { browser, client } = fixture.visit();
    const started = begin();
    const toPage = await authorize(browser, started);
    expect([toPage.status, locationOf(toPage).pathname]).toEqual([303, "/sign-in"]);
    await client.signIn.email({ email, password });
    const toApp = await visitPage(browser, flowPathIn(toPage));
    const url = locationOf(toApp);
    expect([toApp.status, url.origin + url.pathname]).toEqual([303, claimed]);
    expect([...url.searchParams.keys()]).toEqual(["code", "state", "iss"]);
    expect(url.searchParams.get("state")).toBe(started.state);
    expect(url.searchParams.get("iss")).toBe("https://app.example.com");
    expect(codeIn(toApp)).toMatch(/^[A-Za-z0-9]{43}$/);
    expect((await client.getSession()).data).toBeNull();
    const answer = await fixture.redeem(started, codeIn(toApp));
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await fixture.userOf(answer.body.token)).toBe(email);
    expect(answer.headers.get("set-auth-token")).toBe(answer.body.token);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.body).toMatchObject({ user: { email }, session: { clientId: "ios", amr: "pwd" } });
    expect(fixture.logged).toEqual([]);
  });

  test("gets the hint of the app on the sign-in page", async () => {
    const toPage = await authorize(fixture.browser, begin(claimed, { login_hint: email }));
    expect(locationOf(toPage).searchParams.get("login_hint")).toBe(email);
  });

  test.each([scheme, loopback])("is asked after the sign-in, too, before a code goes to %s", async (redirect) => {
    const { password } = await fixture.signUp(email);
    const { browser, client } = fixture.visit();
    const started = begin(redirect);
    const toPage = await authorize(browser, started);
    await client.signIn.email({ email, password });
    const question = await visitPage(browser, flowPathIn(toPage));
    expect(question.status).toBe(200);
    const toApp = await press(browser, question);
    expect(toApp.headers.get("location")).toContain(`${redirect}?code=`);
    expect((await client.getSession()).data).toBeNull();
    expect((await fixture.redeem(started, codeIn(toApp))).status).toBe(200);
  });

  test("goes back to the app after a failed sign-in", async () => {
    const { browser } = fixture.visit();
    const started = begin();
    const path = flowPathIn(await authorize(browser, started));
    const toApp = await visitPage(browser, `${path}&error=access_denied`);
    expect(Object.fromEntries(locationOf(toApp).searchParams)).toEqual({
      error: "access_denied",
      state: started.state,
      iss: "https://app.example.com",
    });
    expect((await visitPage(browser, path)).status).toBe(400);
  });
});

describe("a signed-in browser", () => {
  test("is asked by name, on a page without a script, and stays signed in", async () => {
    const { browser, client } = await fixture.signUp(email, { name: "Ada <b>" });
    const question = await authorize(browser, begin());
    const html = await question.clone().text();
    expect(html).toContain("Continue as Ada &lt;b&gt; in Example?");
    expect(html).not.toContain("<script");
    expect(question.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect((await press(browser, question)).status).toBe(303);
    expect((await client.getSession()).data?.user.email).toBe(email);
  });

  test("may use another account: the sign-in page opens the flow again, and the session before stays another", async () => {
    const { password } = await fixture.signUp("bob@example.com");
    const { browser, client } = await fixture.signUp(email);
    const started = begin();
    const html = await (await authorize(browser, started)).text();
    const link = /href="([^"]*prompt=login)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const toPage = await visitPage(browser, link.replace("/api/auth", ""));
    await client.signIn.email({ email: "bob@example.com", password });
    const toApp = await visitPage(browser, flowPathIn(toPage));
    const { body } = await fixture.redeem(started, codeIn(toApp));
    expect(await fixture.userOf(body.token)).toBe("bob@example.com");
    expect((await client.getSession()).data).toBeNull();
  });

  test("keeps a new session of the user who was signed in before", async () => {
    const { browser, client, password } = await fixture.signUp(email);
    const started = begin();
    const question = await authorize(browser, started);
    const path = `/native/authorize?flow=${/name="id" value="([^"]*)"/.exec(await question.text())?.[1]}`;
    await client.signIn.email({ email, password });
    const toApp = await visitPage(browser, path);
    expect((await fixture.redeem(started, codeIn(toApp))).status).toBe(200);
    expect((await client.getSession()).data?.user.email).toBe(email);
  });

  test("can be asked by a page of the app, which calls `native.confirm`", async () => {
    fixture = open({ options: { confirmPage: "/continue-in-app" } });
    const { browser, client } = await fixture.signUp(email);
    const started = begin();
    const page = locationOf(await authorize(browser, started));
    expect([page.pathname, page.searchParams.get("client_id")]).toEqual(["/continue-in-app", "ios"]);
    const { data } = await client.native.confirm({ id: page.searchParams.get("flow") ?? "" });
    const url = new URL(data?.url ?? "");
    expect([...url.searchParams.keys()]).toEqual(["flow"]);
    const toApp = await visitPage(browser, `/native/authorize${url.search}`);
    expect((await fixture.redeem(started, codeIn(toApp))).status).toBe(200);
  });
});

describe("the session of an app", () => {
  test("has the methods and times of the browser's session, the name of the app and the lifetime of the option", async () => {
    const { browser } = await fixture.signUp(email);
    fixture.clock.forward({ minutes: 5 });
    const started = begin();
    await fixture.redeem(started, await fixture.handOver(browser, started));
    const rows = await fixture.sessions();
    const first = rows.find((row) => Reflect.get(row, "clientId") === null);
    const second = rows.find((row) => Reflect.get(row, "clientId") === "ios");
    expect(first?.authTime).toEqual(first?.createdAt);
    expect(second).toMatchObject({ amr: first?.amr, authTime: first?.authTime, clientId: "ios" });
    expect(second?.expiresAt.getTime()).toBe(fixture.clock.now().getTime() + 3_600_000);
  });

  test("has no proof that the browser has got after its sign-in", async () => {
    const { browser, user, password } = await fixture.signUp(email);
    fixture.clock.forward({ minutes: 5 });
    expect((await browser.post("/step-up/password", { password })).status).toBe(200);
    await fixture.signInApp(browser);
    const rows = await fixture.sessions();
    const ofBrowser = rows.find((row) => Reflect.get(row, "clientId") === null);
    const ofApp = rows.find((row) => Reflect.get(row, "clientId") === "ios");
    expect(ofBrowser?.authTime).toEqual(fixture.clock.now());
    expect(ofApp?.authTime).toEqual(ofBrowser?.createdAt);
    expect(ofApp?.userId).toBe(user.id);
  });

  test("has the lifetime of `session.bearer.clients` if that names the app", async () => {
    fixture = open({
      options: { clients: { ios: { name: "Example", redirectURIs: [claimed] } } },
      config: { session: { bearer: { clients: { ios: { expiresInSeconds: 60 } } } } },
    });
    const { browser } = await fixture.signUp(email);
    await fixture.signInApp(browser);
    const ofApp = (await fixture.sessions()).find((row) => Reflect.get(row, "clientId") === "ios");
    expect(ofApp?.expiresAt.getTime()).toBe(fixture.clock.now().getTime() + 60_000);
  });

  test("replaces the session that the app had", async () => {
    const { browser } = await fixture.signUp(email);
    const before = await fixture.signInApp(browser);
    const started = begin();
    const code = await fixture.handOver(browser, started);
    const answer = await fixture.redeem(started, code, {}, { authorization: `Bearer ${before}` });
    expect([answer.status, await fixture.userOf(before)]).toEqual([200, null]);
    expect(await fixture.sessions()).toHaveLength(2);
  });
});

describe("the same request again", () => {
  test("within a minute gets a new token of the same session", async () => {
    const { browser } = await fixture.signUp(email);
    const started = begin();
    const code = await fixture.handOver(browser, started);
    const first = await fixture.redeem(started, code);
    fixture.clock.forward({ seconds: 60 });
    const second = await fixture.redeem(started, code);
    expect(second.status).toBe(200);
    expect(second.body.token).not.toBe(first.body.token);
    expect(await fixture.userOf(second.body.token)).toBe(email);
    expect(await fixture.sessions()).toHaveLength(2);
  });

  test("later ends the session", async () => {
    const { browser } = await fixture.signUp(email);
    const started = begin();
    const code = await fixture.handOver(browser, started);
    const first = await fixture.redeem(started, code);
    fixture.clock.forward({ seconds: 61 });
    const second = await fixture.redeem(started, code);
    expect([second.status, second.body.error]).toEqual([400, "invalid_grant"]);
    expect(await fixture.userOf(first.body.token)).toBeNull();
    expect(fixture.events.findLast(({ type }) => type === "session.ended")).toMatchObject({
      reason: "token reused",
      clientId: "ios",
    });
  });
});
