import { describe, expect, test } from "vitest";
import { type App, alice, type Changes, openApp, secret } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { signedCookie } from "../../../../tests/harness/signatures.ts";

const secure = "https://auth.example.com";

async function signUp(changes: Changes = {}): Promise<{ app: App; browser: Browser; line: string }> {
  const app = openApp(changes);
  const browser = app.browser();
  const answer = await browser.post("/sign-up/email", alice);
  return { app, browser, line: answer.cookies[0]?.line ?? "" };
}

const readWith = (app: App, cookie: string) => app.browser().get("/get-session", { headers: { cookie } });

describe("the session's cookie", () => {
  test("is bound to this host and to https, if the app is on https", async () => {
    const { line } = await signUp({ baseURL: secure });
    expect(line).toMatch(
      /^__Host-keyhold\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test("has the configured prefix", async () => {
    expect((await signUp({ cookies: { prefix: "shop" } })).line).toMatch(/^shop\.session_token=/);
  });

  test("lives as long as the session", async () => {
    expect((await signUp({ session: { expiresInSeconds: 1800 } })).line).toContain("; Max-Age=1800;");
  });

  test("lives 400 days at most", async () => {
    const tenYears = 10 * 365 * 86_400;
    expect((await signUp({ session: { expiresInSeconds: tenYears } })).line).toContain("; Max-Age=34560000;");
  });

  test("is signed by 44 characters of base64", async () => {
    const { browser } = await signUp();
    const [token, signature, ...rest] = decodeURIComponent(browser.sessionCookie).split(".");
    expect(token).toHaveLength(32);
    expect(signature).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(rest).toEqual([]);
  });

  test("is cleared with the attributes with which it was set", async () => {
    const { browser } = await signUp({ baseURL: secure });
    const answer = await browser.post("/sign-out");
    expect(answer.cookies.map((cookie) => cookie.line)).toEqual([
      "__Host-keyhold.session_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
      "__Host-keyhold.session_data=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
      "__Host-keyhold.dont_remember=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
  });
});

describe("a cookie is not read", () => {
  test("without its prefix, if the app is on https", async () => {
    const { app, browser } = await signUp({ baseURL: secure });
    expect((await readWith(app, `keyhold.session_token=${browser.sessionCookie}`)).text).toBe("null");
    expect((await readWith(app, `__Secure-keyhold.session_token=${browser.sessionCookie}`)).text).toBe("null");
  });

  test("with another app's prefix", async () => {
    const { app, browser } = await signUp();
    expect((await readWith(app, `shop.session_token=${browser.sessionCookie}`)).text).toBe("null");
  });

  test("by a name that only ends like its own", async () => {
    const { app, browser } = await signUp();
    expect((await readWith(app, `x-keyhold.session_token=${browser.sessionCookie}`)).text).toBe("null");
  });
});

describe("of several cookies with its name", () => {
  const name = "keyhold.session_token";

  test("the first with a valid signature counts, at any position", async () => {
    const { app, browser } = await signUp();
    const own = `${name}=${browser.sessionCookie}`;
    const [token = ""] = browser.sessionCookie.split(".");
    for (const forged of ["forged", "", "%", token, `${token}.${"A".repeat(43)}%3D`, `__proto__.${"A".repeat(44)}`]) {
      expect((await readWith(app, `${name}=${forged}; ${own}`)).body?.user).toMatchObject({ email: alice.email });
      expect((await readWith(app, `${own}; ${name}=${forged}`)).body?.user).toMatchObject({ email: alice.email });
    }
  });

  test("the first counts if both are signed, and the last if the session of the first is gone", async () => {
    const { app, browser } = await signUp();
    const other = app.browser();
    await other.post("/sign-up/email", { ...alice, email: "bob@example.com" });
    const cookies = `${name}=${other.sessionCookie}; ${name}=${browser.sessionCookie}`;
    expect((await readWith(app, cookies)).body?.user).toMatchObject({ email: "bob@example.com" });
    await other.post("/sign-out");
    expect((await readWith(app, cookies)).body?.user).toMatchObject({ email: alice.email });
    await browser.post("/sign-out");
    expect((await readWith(app, cookies)).text).toBe("null");
  });

  test("unsigned ones do not count", async () => {
    const { app } = await signUp();
    const answer = await readWith(app, `${name}=one; ${name}=two`);
    expect(answer.text).toBe("null");
    expect(answer.cookies).toHaveLength(3);
  });
});

describe("a signature is not accepted", () => {
  const flipped = (text: string, at: number): string =>
    `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;

  test.each([
    ["with another token", (signed: string) => flipped(signed, 0)],
    ["with the token's last character changed", (signed: string) => flipped(signed, 31)],
    ["with its own first character changed", (signed: string) => flipped(signed, 33)],
    ["with its own last character changed", (signed: string) => flipped(signed, 75)],
    ["when it is cut off", (signed: string) => signed.slice(0, 32)],
    ["when it is empty", (signed: string) => signed.slice(0, 33)],
    ["when it is one character shorter", (signed: string) => signed.slice(0, -1)],
    ["when it is one character longer", (signed: string) => `${signed}=`],
    ["when there is no token", (signed: string) => signed.slice(32)],
    ["in the alphabet of URLs", (signed: string) => `${signed.slice(0, 32)}.${"-_".repeat(21)}A=`],
  ])("%s", async (_, tamper) => {
    const { app, browser } = await signUp();
    const cookie = `keyhold.session_token=${encodeURIComponent(tamper(decodeURIComponent(browser.sessionCookie)))}`;
    const answer = await readWith(app, cookie);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe("null");
    expect(answer.cookies.map((line) => line.attributes.get("max-age"))).toEqual(["0", "0", "0"]);
  });

  test("of another cookie", async () => {
    const { app, browser } = await signUp();
    await browser.post("/sign-in/email", { ...alice, rememberMe: false });
    const other = browser.jar.get("keyhold.dont_remember") ?? "";
    expect(decodeURIComponent(other)).toMatch(/^true\./);
    expect((await readWith(app, `keyhold.session_token=${other}`)).text).toBe("null");
  });

  test("that another secret made", async () => {
    const { app, browser } = await signUp();
    const [token = ""] = browser.sessionCookie.split(".");
    expect((await readWith(app, signedCookie(token, ["another secret of 32 characters!"]))).text).toBe("null");
  });
});

describe("a new secret", () => {
  const older = "0lder-S3cret-that-was-used-until-n0w";

  test("keeps the sessions of the older ones, and signs new cookies", async () => {
    const { app, browser } = await signUp({ secret: [secret, older] });
    const [token = ""] = browser.sessionCookie.split(".");
    expect((await readWith(app, signedCookie(token, [older]))).body?.user).toMatchObject({ email: alice.email });
    expect(`keyhold.session_token=${browser.sessionCookie}`).toBe(signedCookie(token, [secret]));
  });

  test("ends the sessions of one that is no longer listed", async () => {
    const { app, browser } = await signUp({ secret });
    const [token = ""] = browser.sessionCookie.split(".");
    expect((await readWith(app, signedCookie(token, [older]))).text).toBe("null");
  });

  test("replaces an older signature when the session is prolonged", async () => {
    const { app, browser } = await signUp({ secret: [secret, older] });
    const [token = ""] = browser.sessionCookie.split(".");
    app.wait(86_400);
    const answer = await readWith(app, signedCookie(token, [older]));
    expect(answer.cookies[0]?.value).toBe(browser.sessionCookie);
  });
});
