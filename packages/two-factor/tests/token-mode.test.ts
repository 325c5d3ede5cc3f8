import { userModel } from "@keyhold/core/plugin";
import { beforeEach, describe, expect, test } from "vitest";
import { home } from "../../../tests/harness/app.ts";
import { TokenClient } from "../../../tests/harness/token-client.ts";
import { twoFactorModel } from "../src/models.js";
import { type Fixture, open, password } from "./fixture.ts";

const baseURL = home;
let fixture: Fixture;
let person: Awaited<ReturnType<Fixture["enrol"]>>;
let app: TokenClient;

beforeEach(async () => {
  fixture = open({ config: { baseURL, session: { bearer: true } } });
  person = await fixture.enrol("ada");
  app = client();
});

const client = (): TokenClient => new TokenClient(fixture.auth.handler, baseURL);
const signIn = (by = app) => by.post("/sign-in/email", { email: person.email, password });
const verify = (by = app, body: object = {}) =>
  by.post("/two-factor/verify-totp", { code: fixture.codeAt(person.secret), ...body });

describe("an app without cookies", () => {
  test("finishes a second factor by the state that it keeps", async () => {
    const asked = await signIn();
    expect(asked.body).toMatchObject({ twoFactorRedirect: true });
    expect(asked.headers.has("set-auth-token")).toBe(false);
    expect(asked.headers.get("set-auth-state")).toMatch(/^two_factor=[^;,]+; Max-Age=600$/);
    const verified = await verify();
    expect(verified.status).toBe(200);
    expect(verified.body?.token).toBe(app.token);
    expect(verified.cookies).toEqual([]);
    expect(app.state.has("two_factor")).toBe(false);
    expect((await app.get("/get-session")).body?.user).toMatchObject({ email: person.email });
  });

  test("gives its code although others have used up the shared budget, and closed the kind", async () => {
    await signIn();
    const { headers } = await verify();
    expect(headers.get("set-auth-state")).toMatch(/factor_browser=[^;,]+; Max-Age=15552000/);
    const factor = await fixture.db.find(twoFactorModel, { userId: person.user.id });
    await fixture.db.transactionOn(userModel, person.user.id, (tx, user) =>
      tx.update(twoFactorModel, factor?.id ?? "", { closed: "totp" }, user),
    );
    fixture.clock.forward({ seconds: 30 });
    const attacker = client();
    await signIn(attacker);
    expect((await verify(attacker)).body?.code).toBe("TOO_MANY_ATTEMPTS");
    await signIn();
    expect((await verify()).status).toBe(200);
  });

  test("is trusted, and asked for no code at its next sign-in", async () => {
    await signIn();
    await verify(app, { trustDevice: true });
    await app.post("/sign-out");
    expect((await signIn()).body).toMatchObject({ token: expect.any(String) });
    expect((await signIn(client())).body).toMatchObject({ twoFactorRedirect: true });
  });

  test("steps up by a code, and its previous token has no such proof", async () => {
    await signIn();
    await verify();
    fixture.clock.forward({ hours: 2 });
    const before = app.copy();
    const change = { currentPassword: password, newPassword: "another long password" };
    expect((await app.post("/change-password", change)).body?.code).toBe("STEP_UP_REQUIRED");
    const stepped = await app.post("/step-up/totp", { code: fixture.codeAt(person.secret) });
    expect(stepped.status).toBe(200);
    expect((await before.post("/change-password", change)).body?.code).toBe("STEP_UP_REQUIRED");
    expect((await app.post("/change-password", change)).status).toBe(200);
  });

  test("proves no factor with a replaced token whose successor was used", async () => {
    await signIn();
    await verify();
    fixture.clock.forward({ hours: 2 });
    const behind = app.copy();
    await app.post("/step-up/totp", { code: fixture.codeAt(person.secret) });
    fixture.clock.forward({ hours: 2 });
    await app.get("/get-session");
    const code = fixture.codeAt(person.secret);
    for (const path of ["/step-up/totp", "/two-factor/verify-totp"])
      expect((await behind.post(path, { code })).body?.code).toBe("UNAUTHORIZED");
    const change = { currentPassword: password, newPassword: "another long password" };
    expect((await app.post("/change-password", change)).body?.code).toBe("STEP_UP_REQUIRED");
    // The code is not used up.
    expect((await app.post("/step-up/totp", { code })).status).toBe(200);
  });

  test("adds to the proofs of its own token only", async () => {
    await signIn();
    await verify();
    fixture.clock.forward({ hours: 2 });
    const copy = app.copy();
    await app.post("/step-up/totp", { code: fixture.codeAt(person.secret) });
    // The copy proves the password, before the owner has used the new token.
    expect((await copy.post("/step-up/password", { password })).status).toBe(200);
    const change = { currentPassword: password, newPassword: "another long password" };
    expect((await copy.post("/change-password", change)).body?.code).toBe("STEP_UP_REQUIRED");
  });
});

describe("the state of an app is rejected", () => {
  const rejected = async (by: TokenClient): Promise<void> => {
    const answer = await verify(by);
    expect(answer.status).toBe(401);
    expect(answer.body?.code).toBe("INVALID_TWO_FACTOR_COOKIE");
  };

  test("if it was edited", async () => {
    await signIn();
    const value = app.state.get("two_factor") ?? "";
    const other = (letter: string): string => (letter === "A" ? "B" : "A");
    const ends = [
      other(value.charAt(0)) + value.slice(1),
      value.slice(0, -6) + [...value.slice(-6)].map(other).join(""),
    ];
    for (const edited of [...ends, "", "x", "%", "A".repeat(9000)]) {
      app.state.set("two_factor", edited);
      await rejected(app);
    }
  });

  test("if it was used", async () => {
    await signIn();
    const replayed = app.copy();
    await verify();
    fixture.clock.forward({ seconds: 30 });
    await rejected(replayed);
  });

  test("as a cookie, and a cookie as the state", async () => {
    await signIn();
    const cookie = `keyhold.two_factor=${app.state.get("two_factor")}`;
    const { browser } = fixture.visit();
    const headers = { "content-type": "application/json", origin: baseURL, cookie };
    const body = JSON.stringify({ code: fixture.codeAt(person.secret) });
    const answer = await fixture.auth.handler(
      new Request(`${baseURL}/api/auth/two-factor/verify-totp`, { method: "POST", headers, body }),
    );
    expect(answer.status).toBe(401);
    await browser.post("/sign-in/email", { email: person.email, password });
    const pending = browser.cookies.cookies.find(({ name }) => name.endsWith(".two_factor"));
    app.state.set("two_factor", pending?.value ?? "");
    await rejected(app);
  });

  test("under a name that is no state: a session, a copy, an administrator's session", async () => {
    const { browser } = fixture.visit();
    await browser.post("/sign-in/email", { email: person.email, password });
    for (const { name, value } of person.browser.cookies.cookies) app.state.set(name.replace(/^.*\./, ""), value);
    expect((await app.get("/get-session")).text).toBe("null");
  });

  test("of another user opens that user's sign-in only with that user's code", async () => {
    const bob = await fixture.enrol("bob");
    await signIn();
    const other = client();
    await other.post("/sign-in/email", { email: bob.email, password });
    app.state.set("two_factor", other.state.get("two_factor") ?? "");
    expect((await verify()).status).toBe(401);
    expect((await app.get("/get-session")).text).toBe("null");
  });
});
