import { accountModel } from "@keyhold/core/plugin";
import { nativeApps } from "@keyhold/native";
import { nativeAppsClient } from "@keyhold/native/client";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { type Browser, createTestAuth } from "@keyhold/testing";
import type { Person } from "@keyhold/testing/identity-provider";
import { beforeEach, describe, expect, test } from "vitest";
import { exampleId } from "../../../tests/harness/example-id.ts";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { nativeCodeModel } from "../src/models.ts";
import {
  type AppAnswer,
  authorize,
  begin,
  claimed,
  clients,
  codeIn,
  locationOf,
  press,
  type Started,
  scheme,
  visitPage,
} from "./fixture.ts";

const idp = useIdentityProvider();
const home = "https://app.example.com/api/auth";
const ada = {
  subject: "118",
  email: "ada@example.com",
  emailVerified: true,
  name: "Ada",
  picture: null,
} satisfies Person;
const mallory = { ...ada, subject: "666", email: "mallory@example.com", name: "Mallory" } satisfies Person;

function openFixture() {
  const { clientId, clientSecret } = idp();
  const fixture = createTestAuth({
    plugins: [
      nativeApps({ clients }),
      social({
        providers: [google({ clientId, clientSecret }), exampleId(idp(), { clientId, clientSecret })],
        fetch: idp().fetch,
      }),
    ],
    clientPlugins: [nativeAppsClient()],
    config: { session: { bearer: true } },
  });
  idp().useClock(fixture.clock.now);

  async function call(path: string, body: object, token?: string): Promise<AppAnswer> {
    const authorization: Readonly<Record<string, string>> =
      token === undefined ? {} : { authorization: `Bearer ${token}` };
    const request = new Request(home + path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", "x-return-token": "1", ...authorization },
    });
    const answer = await fixture.auth.handler(request);
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  }

  const redeem = ({ verifier, query }: Started, code: string, more: object = {}, token?: string) =>
    call(
      "/native/token",
      { code, code_verifier: verifier, client_id: "ios", redirect_uri: query.redirect_uri, ...more },
      token,
    );

  async function signInApp(browser: Browser): Promise<string> {
    const started = begin();
    const answer = await redeem(started, codeIn(await press(browser, await authorize(browser, started))));
    return String(answer.body.token);
  }

  /** Signs in at the provider, and opens the URL to which the provider sends the browser. */
  async function atProvider(browser: Browser, answer: Response, as: Person): Promise<Response> {
    const sent = await idp().authorize(answer.headers.get("location") ?? "", { as });
    const back = await visitPage(browser, String(sent.url));
    return visitPage(browser, back.headers.get("location") ?? "");
  }

  /** The request of an app in its session, with the flow that it begins. */
  async function ask(token: string, purpose: "link" | "step-up", provider = "google") {
    const started = begin();
    const { code_challenge } = started.query;
    const answer = await call("/native/request", { purpose, provider, code_challenge }, token);
    const request = String(answer.body.request);
    return { answer, request, started: { ...started, query: { ...started.query, request } } };
  }

  const accounts = () => fixture.db.list(accountModel, { providerId: "google" }, { orderBy: "id", limit: 9 });
  const codes = () => fixture.db.count(nativeCodeModel, {});
  return { ...fixture, call, redeem, signInApp, atProvider, ask, accounts, codes };
}

let fixture: ReturnType<typeof openFixture>;
beforeEach(() => {
  fixture = openFixture();
});

describe("a sign-in with a provider that the app names", () => {
  test("goes to the provider at once, and leaves no session in the browser", async () => {
    const { browser, client } = fixture.visit();
    const started = begin(claimed, { provider: "google" });
    const toProvider = await authorize(browser, started);
    expect(toProvider.status).toBe(303);
    const toApp = await fixture.atProvider(browser, toProvider, ada);
    expect((await client.getSession()).data).toBeNull();
    const { body } = await fixture.redeem(started, codeIn(toApp));
    expect(body).toMatchObject({ user: { email: ada.email }, session: { amr: "fed" } });
  });

  test("asks on a page before a code goes to a scheme: a provider may answer without a question", async () => {
    const { browser } = fixture.visit();
    const started = begin(scheme, { provider: "google" });
    const page = await fixture.atProvider(browser, await authorize(browser, started), ada);
    expect([page.status, await fixture.codes()]).toEqual([200, 0]);
    expect(codeIn(await press(browser, page))).not.toBe("");
  });

  test("gives the app the error of the provider", async () => {
    const { browser } = fixture.visit();
    const started = begin(claimed, { provider: "google" });
    const sent = await idp().authorize((await authorize(browser, started)).headers.get("location") ?? "", {
      deny: true,
    });
    const back = await visitPage(browser, String(sent.url));
    const toApp = await visitPage(browser, back.headers.get("location") ?? "");
    expect(Object.fromEntries(locationOf(toApp).searchParams)).toMatchObject({
      error: "access_denied",
      state: started.state,
    });
  });

  test("fails for a provider that is not there", async () => {
    const answer = await authorize(fixture.browser, begin(claimed, { provider: "unknown" }));
    expect(locationOf(answer).searchParams.get("error")).toBe("provider_not_found");
  });
});

describe("a link", () => {
  test("takes effect when the app redeems the code with its verifier in the session that has asked", async () => {
    const { browser } = await fixture.signUp(ada.email);
    const token = await fixture.signInApp(browser);
    const { request, started } = await fixture.ask(token, "link");
    const other = fixture.visit();
    const page = await authorize(other.browser, started);
    expect(await page.clone().text()).toContain(`Link Google to ${ada.email}?`);
    const toApp = await fixture.atProvider(other.browser, await press(other.browser, page), ada);
    expect(await fixture.accounts()).toEqual([]);
    const answer = await fixture.redeem(started, codeIn(toApp), { request }, token);
    expect([answer.status, answer.body.token]).toEqual([200, null]);
    expect(answer.headers.get("set-auth-token")).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(await fixture.accounts()).toMatchObject([{ accountId: ada.subject }]);
    expect((await other.client.getSession()).data).toBeNull();
    expect(fixture.logged).toEqual([]);
  });

  test("of a sender's link that a victim opens has no effect: the sender has no code", async () => {
    const { browser } = await fixture.signUp(mallory.email);
    const token = await fixture.signInApp(browser);
    const { request, started } = await fixture.ask(token, "link");
    const victim = await fixture.signUp(ada.email);
    const toApp = await fixture.atProvider(
      victim.browser,
      await press(victim.browser, await authorize(victim.browser, started)),
      ada,
    );
    const code = codeIn(toApp);
    expect(await fixture.accounts()).toEqual([]);
    // The victim's app has the code, and neither the verifier nor the session.
    const ofVictim = await fixture.signInApp(victim.browser);
    const answer = await fixture.redeem(started, code, { request }, ofVictim);
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_grant"]);
    expect((await fixture.redeem(started, code, { request }, token)).status).toBe(400);
    expect(await fixture.accounts()).toEqual([]);
  });

  test.each([
    ["without a session", {}, false],
    ["with another request", { request: "x".repeat(43) }, true],
    ["with another verifier", { code_verifier: "x".repeat(43) }, true],
    ["with another redirect", { redirect_uri: scheme }, true],
    ["with another app", { client_id: "other" }, true],
  ])("%s is invalid_grant, and uses the code up", async (_, more, hasSession) => {
    const { browser } = await fixture.signUp(ada.email);
    const token = await fixture.signInApp(browser);
    const { request, started } = await fixture.ask(token, "link");
    const toApp = await fixture.atProvider(browser, await press(browser, await authorize(browser, started)), ada);
    const answer = await fixture.redeem(started, codeIn(toApp), { request, ...more }, hasSession ? token : undefined);
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_grant"]);
    expect((await fixture.redeem(started, codeIn(toApp), { request }, token)).status).toBe(400);
    expect(await fixture.accounts()).toEqual([]);
  });

  test("signs no user in: its code opens no session", async () => {
    const { browser } = await fixture.signUp(ada.email);
    const token = await fixture.signInApp(browser);
    const { started } = await fixture.ask(token, "link");
    const toApp = await fixture.atProvider(browser, await press(browser, await authorize(browser, started)), ada);
    expect((await fixture.redeem(started, codeIn(toApp))).status).toBe(400);
  });

  test("has no effect before the provider: the URL of its end alone links nothing", async () => {
    const { browser } = await fixture.signUp(ada.email);
    const token = await fixture.signInApp(browser);
    const { request, started } = await fixture.ask(token, "link");
    const html = await (await authorize(browser, started)).text();
    const id = /name="id" value="([^"]*)"/.exec(html)?.[1] ?? "";
    const toApp = await visitPage(browser, `/native/authorize?flow=${id}&step=done`);
    const answer = await fixture.redeem(started, codeIn(toApp), { request }, token);
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_grant"]);
  });

  test("of an identity of another user fails, and nothing is linked", async () => {
    const first = fixture.visit();
    const signIn = begin(claimed, { provider: "google" });
    await fixture.atProvider(first.browser, await authorize(first.browser, signIn), mallory);
    const { browser } = await fixture.signUp(ada.email);
    const token = await fixture.signInApp(browser);
    const { request, started } = await fixture.ask(token, "link");
    const toApp = await fixture.atProvider(browser, await press(browser, await authorize(browser, started)), mallory);
    const answer = await fixture.redeem(started, codeIn(toApp), { request }, token);
    expect([answer.status, answer.body.code]).toEqual([401, "ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER"]);
    expect(await fixture.accounts()).toHaveLength(1);
  });

  test("needs a session with a recent proof", async () => {
    const { browser } = await fixture.signUp(ada.email);
    const token = await fixture.signInApp(browser);
    fixture.clock.forward({ minutes: 11 });
    const { answer } = await fixture.ask(token, "link");
    expect([answer.status, answer.body.code]).toEqual([403, "SESSION_IS_NOT_FRESH"]);
  });

  test("needs a session in token mode", async () => {
    const { browser } = await fixture.signUp(ada.email);
    const { code_challenge } = begin().query;
    const answer = await browser.post("/native/request", { purpose: "link", provider: "google", code_challenge });
    expect(answer.status).toBe(401);
    expect(
      (await fixture.call("/native/request", { purpose: "link", provider: "google", code_challenge })).status,
    ).toBe(401);
  });

  test("is of the flow with its challenge alone", async () => {
    const { browser } = await fixture.signUp(ada.email);
    const token = await fixture.signInApp(browser);
    const { request } = await fixture.ask(token, "link");
    const answer = await authorize(browser, begin(claimed, { request }));
    expect(locationOf(answer).searchParams.get("error")).toBe("invalid_request");
  });
});

describe("a step-up", () => {
  /** A user of Example ID in an app, with a sign-in half an hour ago. */
  async function signedIn() {
    const { browser } = fixture.visit();
    const started = begin(claimed, { provider: "example" });
    const toApp = await fixture.atProvider(browser, await authorize(browser, started), ada);
    const { body } = await fixture.redeem(started, codeIn(toApp));
    fixture.clock.forward({ minutes: 30 });
    return { browser, token: String(body.token) };
  }

  test("takes effect in the session that has asked, and its answer has a new token", async () => {
    const { browser, token } = await signedIn();
    const { answer: early } = await fixture.ask(token, "link");
    expect(early.status).toBe(403);
    const { request, started } = await fixture.ask(token, "step-up", "example");
    const toApp = await fixture.atProvider(browser, await press(browser, await authorize(browser, started)), ada);
    const answer = await fixture.redeem(started, codeIn(toApp), { request }, token);
    expect([answer.status, answer.body.session]).toEqual([
      200,
      expect.objectContaining({ authTime: fixture.clock.now().toISOString() }),
    ]);
    const renewed = answer.headers.get("set-auth-token") ?? "";
    expect((await fixture.ask(renewed, "link")).answer.status).toBe(200);
    // The token from before never has the newer proof.
    expect((await fixture.ask(token, "link")).answer.status).toBe(403);
    expect(fixture.logged).toEqual([]);
  });

  test("by another identity proves nothing", async () => {
    const { browser, token } = await signedIn();
    const { request, started } = await fixture.ask(token, "step-up", "example");
    const toApp = await fixture.atProvider(browser, await press(browser, await authorize(browser, started)), mallory);
    const answer = await fixture.redeem(started, codeIn(toApp), { request }, token);
    expect([answer.status, answer.body.code]).toEqual([401, "INVALID_TOKEN"]);
    expect((await fixture.ask(token, "link")).answer.status).toBe(403);
  });

  test("of a sender's link that a victim opens gives the sender nothing", async () => {
    const { token } = await signedIn();
    const { request, started } = await fixture.ask(token, "step-up", "example");
    const victim = await fixture.signUp("bob@example.com");
    const page = await authorize(victim.browser, started);
    expect(await page.clone().text()).toContain(`Confirm ${ada.email} with Example ID?`);
    const toApp = await fixture.atProvider(victim.browser, await press(victim.browser, page), mallory);
    const ofVictim = await fixture.signInApp(victim.browser);
    expect((await fixture.redeem(started, codeIn(toApp), { request }, ofVictim)).status).toBe(400);
    expect((await fixture.ask(token, "link")).answer.status).toBe(403);
  });

  test("needs a provider that says when it asked", async () => {
    const { token } = await signedIn();
    const { answer } = await fixture.ask(token, "step-up", "google");
    expect([answer.status, answer.body.code]).toEqual([400, "STEP_UP_NOT_SUPPORTED"]);
  });
});
