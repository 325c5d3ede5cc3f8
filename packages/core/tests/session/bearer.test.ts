import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, openApp, sessionsOf, userByEmail } from "../../../../tests/harness/app.ts";
import type { Answer } from "../../../../tests/harness/browser.ts";

const day = 86_400;

let app: App;
let token: string;

beforeEach(async () => {
  app = openApp({ session: { bearer: true, cookieCache: { enabled: true } } });
  token = String((await app.browser().post("/sign-up/email", alice)).body?.token);
});

const readWith = (authorization: string, more: Record<string, string> = {}): Promise<Answer> =>
  app.browser().get("/get-session", { headers: { authorization, ...more } });
const call = (path: string, body: unknown = {}, more: Record<string, string | null> = {}): Promise<Answer> =>
  app.browser().post(path, body, { headers: { authorization: `Bearer ${token}`, origin: null, ...more } });

describe("a token in Authorization", () => {
  test.each(["Bearer", "bearer", "BEARER", "bEaReR"])("is a session, by the scheme %s", async (scheme) => {
    const answer = await readWith(`${scheme} ${token}`);
    expect(answer.body?.user).toMatchObject({ email: alice.email });
    expect(answer.body?.session).toMatchObject({ token });
    expect(answer.cookies).toEqual([]);
  });

  test("is not shown to a page whose session is in a cookie: a script could steal it", async () => {
    const browser = app.browser();
    const { body } = await browser.post("/sign-in/email", alice);
    for (const path of ["/get-session", "/get-session?disableCookieCache=true"]) {
      const shown = (await browser.get(path)).body?.session?.token;
      expect(shown).not.toBe(body?.token);
      expect((await readWith(`Bearer ${shown}`)).text).toBe("null");
      expect((await browser.get("/list-sessions")).text).toContain(String(shown));
    }
  });

  test("is accepted by routes that require a session, and needs no Origin for it", async () => {
    const answer = await call("/revoke-other-sessions");
    expect(answer.status).toBe(200);
    expect(answer.cookies).toEqual([]);
  });

  test("sets no cookie when the session is prolonged", async () => {
    app.wait(2 * day);
    const answer = await readWith(`Bearer ${token}`);
    expect(answer.body?.session).toMatchObject({ expiresAt: "2026-01-14T12:00:00.000Z" });
    expect(answer.cookies).toEqual([]);
  });

  test.each([
    ["/sign-out", {}],
    ["/revoke-sessions", {}],
  ])("sets no cookie at %s, which ends its session", async (path, body) => {
    const answer = await call(path, body);
    expect(answer.status).toBe(200);
    expect(answer.cookies).toEqual([]);
    expect(await countRows(app)).toMatchObject({ sessions: 0 });
    const after = await readWith(`Bearer ${token}`);
    expect(after.text).toBe("null");
    expect(after.cookies).toEqual([]);
  });

  test("sets no cookie if it is invalid", async () => {
    await call("/sign-out");
    const answer = await call("/revoke-sessions");
    expect(answer.status).toBe(401);
    expect(answer.cookies).toEqual([]);
  });

  test("ends with a sign-in, which answers with a new one and no cookie", async () => {
    const answer = await call("/sign-in/email", alice);
    expect(answer.cookies).toEqual([]);
    expect((await readWith(`Bearer ${token}`)).text).toBe("null");
    expect((await readWith(`Bearer ${answer.body?.token}`)).body?.user).toMatchObject({ email: alice.email });
  });

  test("is accepted by server-side calls, too", async () => {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    const lines: string[] = [];
    app.wait(2 * day);
    const read = await app.auth.api.getSession({}, { headers, setCookie: (line) => void lines.push(line) });
    expect(read?.user.email).toBe(alice.email);
    await app.auth.api.signOut({}, { headers, setCookie: (line) => void lines.push(line) });
    expect(await app.auth.api.getSession({}, { headers })).toBe(null);
    expect(lines).toEqual([]);
  });
});

describe("no caller is identified by", () => {
  test.each([
    ["another scheme", () => `Basic ${token}`],
    ["Basic with the token as its password", () => `Basic ${btoa(`:${token}`)}`],
    ["no scheme", () => token],
    ["a scheme that only begins so", () => `Bearerx ${token}`],
    ["a tab", () => `Bearer\t${token}`],
    ["two spaces", () => `Bearer  ${token}`],
    ["no space", () => `Bearer${token}`],
    ["a text behind it", () => `Bearer ${token} x`],
    ["two of them", () => `Bearer ${token}, Bearer ${token}`],
    ["one that is signed", () => `Bearer ${token}.${"A".repeat(43)}=`],
    ["one that is a character shorter", () => `Bearer ${token.slice(1)}`],
    ["one that is a character longer", () => `Bearer ${token}A`],
    ["none", () => "Bearer"],
    ["an empty one", () => "Bearer "],
    ["a broken encoding", () => "Bearer %"],
    ["half an encoding", () => "Bearer %A"],
    ["no encoding", () => "Bearer %ZZ"],
    ["a name of every object", () => "Bearer __proto__"],
    ["another token", () => `Bearer ${"A".repeat(32)}`],
    ["eight thousand characters", () => `Bearer ${"A".repeat(8000)}`],
  ])("%s", async (_, authorization) => {
    const answer = await readWith(authorization());
    expect(answer.status).toBe(200);
    expect(answer.text).toBe("null");
    expect(answer.cookies).toEqual([]);
  });

  test("the value in a session's row, nor by its id", async () => {
    const [session] = await sessionsOf(app, (await userByEmail(app)).id);
    expect((await readWith(`Bearer ${session?.token}`)).text).toBe("null");
    expect((await readWith(`Bearer ${session?.id}`)).text).toBe("null");
    expect(session?.id).toHaveLength(32);
  });

  test("a right token in the URL, with or without its signature", async () => {
    const browser = app.browser();
    await browser.post("/sign-in/email", alice);
    const signed = encodeURIComponent(browser.sessionCookie);
    for (const name of ["token", "access_token", "session_token", "keyhold.session_token", "authorization"])
      for (const value of [token, `Bearer%20${token}`, signed])
        expect((await app.browser().get(`/get-session?${name}=${value}`)).text).toBe("null");
  });

  test("a right token, if the option is off", async () => {
    app = openApp();
    token = String((await app.browser().post("/sign-up/email", alice)).body?.token);
    expect((await readWith(`Bearer ${token}`)).text).toBe("null");
  });
});
