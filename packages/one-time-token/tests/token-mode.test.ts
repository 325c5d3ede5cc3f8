import { beforeEach, describe, expect, test } from "vitest";
import { TokenClient } from "../../../tests/harness/token-client.ts";
import { email, type Fixture, open } from "./fixture.ts";

const origin = "https://app.example.com";
const config = { session: { bearer: true } } as const;

let fixture: Fixture;
beforeEach(() => {
  fixture = open({ config });
});

const newApp = (): TokenClient => new TokenClient(fixture.auth.handler, origin);
const emailIn = async (app: TokenClient) => (await app.get("/get-session")).body?.user?.email ?? null;
const tokenIn = ({ body }: Awaited<ReturnType<TokenClient["post"]>>): string =>
  (body as unknown as { readonly token: string }).token;

describe("a token that a cookie has made", () => {
  test("opens no session in token mode: a page's script would turn its cookie into a bearer token", async () => {
    const { browser } = await fixture.signUp(email);
    const token = await fixture.generate(browser);
    const app = newApp();
    const answer = await app.post("/one-time-token/verify", { token });
    expect([answer.status, answer.body?.code]).toEqual([400, "INVALID_TOKEN"]);
    expect(app.token).toBe(null);
    expect(await fixture.sessions()).toHaveLength(1);
    expect((await fixture.verify(fixture.visit().browser, token)).status).toBe(200);
  });

  test("opens a session in another browser, whose answer has no token", async () => {
    const { browser } = await fixture.signUp(email);
    const second = fixture.visit().browser;
    const answer = await fixture.verify(second, await fixture.generate(browser));
    const shown = (await answer.json()).session.token;
    expect(answer.headers.has("set-auth-token")).toBe(false);
    const app = newApp();
    app.token = shown;
    expect(await emailIn(app)).toBe(null);
    expect(await fixture.signedInAs(second)).toBe(email);
  });

  test("opens a session of an app with `allowBearerFromCookie`, e.g. of a desktop app", async () => {
    fixture = open({ config, options: { allowBearerFromCookie: true } });
    const { browser } = await fixture.signUp(email);
    const app = newApp();
    const answer = await app.post("/one-time-token/verify", { token: await fixture.generate(browser) });
    expect(answer.status).toBe(200);
    expect(await emailIn(app)).toBe(email);
  });
});

describe("a token that an app has made", () => {
  const signedUpApp = async (): Promise<TokenClient> => {
    const app = newApp();
    await app.post("/sign-up/email", { name: "Ada", email, password: "correct horse battery staple" });
    return app;
  };
  const generate = (by: TokenClient) => by.post("/one-time-token/generate");

  test("opens a session in another app, and in a browser", async () => {
    const app = await signedUpApp();
    const other = newApp();
    expect((await other.post("/one-time-token/verify", { token: tokenIn(await generate(app)) })).status).toBe(200);
    expect(await emailIn(other)).toBe(email);
    const { browser } = fixture.visit();
    expect((await fixture.verify(browser, tokenIn(await generate(app)))).status).toBe(200);
    expect(await fixture.signedInAs(browser)).toBe(email);
  });

  test("works also if the call has brought a new session token", async () => {
    const app = await signedUpApp();
    fixture.clock.forward({ days: 2 });
    const before = app.token;
    const made = tokenIn(await generate(app));
    expect(app.token).not.toBe(before);
    const { browser } = fixture.visit();
    expect((await fixture.verify(browser, made)).status).toBe(200);
    expect(await fixture.signedInAs(browser)).toBe(email);
  });

  test("is invalid if the app has a token that another call has replaced", async () => {
    const app = await signedUpApp();
    fixture.clock.forward({ days: 2 });
    const behind = app.copy();
    await app.get("/get-session");
    const made = tokenIn(await generate(behind));
    expect((await fixture.verify(fixture.visit().browser, made)).status).toBe(400);
  });

  test("is invalid after a new token of the session", async () => {
    const app = await signedUpApp();
    const made = tokenIn(await generate(app));
    await app.post("/step-up/password", { password: "correct horse battery staple" });
    expect((await fixture.verify(fixture.visit().browser, made)).status).toBe(400);
  });
});
