import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { beforeEach, describe, expect, test } from "vitest";
import { type Fixture, open, password } from "./fixture.ts";

let fixture: Fixture;
let ada: Awaited<ReturnType<Fixture["enrol"]>>;
beforeEach(async () => {
  fixture = open();
  ada = await fixture.enrol("ada");
});

/** The answer of the call for a route of the app: the user's id, or the code of the error. */
const outcome = (input: { readonly withinSeconds?: number; readonly factors?: 1 | 2 }, at = ada): Promise<string> =>
  fixture.auth.api.requireStepUp(input, { headers: at.browser.headers() }).then(
    ({ user }) => user.id,
    (error: { readonly code: string; readonly status: number }) => `${error.status} ${error.code}`,
  );

describe("auth.api.requireStepUp", () => {
  test("passes for ten minutes after a second factor, with one factor and with two", async () => {
    fixture.clock.forward({ minutes: 9 });
    expect([await outcome({}), await outcome({ factors: 2 })]).toEqual([ada.user.id, ada.user.id]);
    fixture.clock.forward({ minutes: 1 });
    expect(await outcome({})).toBe("403 SESSION_IS_NOT_FRESH");
    expect(await outcome({ withinSeconds: 3600, factors: 2 })).toBe(ada.user.id);
  });

  test("asks for the second factor although the password was given a moment ago", async () => {
    fixture.clock.forward({ hours: 1 });
    await ada.client.stepUp.password({ password });
    expect([await outcome({}), await outcome({ factors: 2 })]).toEqual([ada.user.id, "403 STEP_UP_REQUIRED"]);
    await ada.client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret) });
    expect(await outcome({ factors: 2 })).toBe(ada.user.id);
  });

  test("passes in the session of the proof, and in no other one of the user", async () => {
    const other = await fixture.begin(ada.email);
    await other.client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret) });
    fixture.clock.forward({ hours: 1 });
    await other.client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret) });
    expect(await outcome({ factors: 2 })).toBe("403 STEP_UP_REQUIRED");
    expect(await outcome({ factors: 2 }, { ...ada, ...other })).toBe(ada.user.id);
  });

  test("is no route, and answers 401 without a session", async () => {
    expect((await ada.browser.post("/require-step-up", {})).status).toBe(404);
    expect(await outcome({}, { ...ada, ...fixture.visit() })).toBe("401 UNAUTHORIZED");
  });

  test("works without the plugin for one factor; a second one is never there", async () => {
    const auth = createAuth({
      secret: "for tests only: 0123456789abcdefghij",
      baseURL: "https://app.example.com",
      database: memory(),
      emailAndPassword: { enabled: true },
    });
    const lines: string[] = [];
    const input = { name: "Bob", email: "bob@example.com", password };
    await auth.api.signUp.email(input, { setCookie: (line) => lines.push(line) });
    const headers = new Headers({ cookie: lines.map((line) => line.split(";")[0]).join("; ") });
    expect((await auth.api.requireStepUp({}, { headers })).user.email).toBe("bob@example.com");
    await expect(auth.api.requireStepUp({ factors: 2 }, { headers })).rejects.toMatchObject({
      code: "STEP_UP_REQUIRED",
    });
  });
});
