import { memory } from "@keyhold/adapter-memory";
import { fingerprint, type Row, sessionModel, userModel, verificationModel } from "@keyhold/core/plugin";
import { counted } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { callbackResultOf, open, useIdentityProvider, withParameters } from "../../../tests/harness/sign-in-flow.ts";
import { tokenCallsDuring } from "./calls.ts";
import { type Fixture, givesSession, goThere, openFixture, whoIs } from "./fixture.ts";

const idp = useIdentityProvider();
const john = "jsmith@example.com";
const restart = "please_restart_the_process";

const stateIn = (url: URL): string => url.searchParams.get("state") ?? "";

/** The stored row of a flow, or null. */
const storedOf = ({ db }: Fixture, url: URL): Promise<Row<typeof verificationModel> | null> =>
  db.find(verificationModel, { identifier: `oauth-state:${fingerprint(stateIn(url))}` });

/** Expects a callback without effect: no session, no user, no request to the provider. */
async function expectNowhere(flow: Fixture, come: () => ReturnType<typeof open>, error = restart): Promise<void> {
  const asked = await tokenCallsDuring(idp(), async () => {
    const landing = await come();
    expect(landing.error).toBe(error);
    expect(landing.url.pathname).toBe("/api/auth/error");
    expect(givesSession(landing.response)).toBe(false);
  });
  expect(asked).toBe(0);
  expect(await flow.db.count(sessionModel, {})).toBe(0);
  expect(await flow.db.count(userModel, {})).toBe(0);
}

describe("a state", () => {
  test("signs in once: the same URL opened again opens no second session, and the session stays", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow);
    expect((await open(flow.browser, url)).url.href).toBe("https://app.example.com/home");
    const asked = await tokenCallsDuring(idp(), async () => {
      const again = await open(flow.browser, url);
      expect(again.url.href).toBe("https://app.example.com/home");
      expect(again.response.headers.getSetCookie()).toEqual([]);
    });
    expect(asked).toBe(0);
    expect(await whoIs(flow.browser)).toBe(john);
    expect(await flow.db.count(sessionModel, {})).toBe(1);
  });

  test("opened sixteen times at once makes one session, one user and one call of the token endpoint", async () => {
    const flow = openFixture(idp(), { config: { database: memory({ pause: () => new Promise(setImmediate) }) } });
    const url = await goThere(flow);
    const headers = flow.browser.headers();
    const asked = await tokenCallsDuring(idp(), async () => {
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => flow.auth.handler(new Request(url, { headers })).then(callbackResultOf)),
      );
      expect(new Set(answers.map(({ url }) => url.href))).toEqual(new Set(["https://app.example.com/home"]));
      expect(new Set(answers.map(({ response }) => response.headers.getSetCookie().join())).size).toBe(1);
      expect(answers.filter(({ response }) => givesSession(response))).toHaveLength(16);
    });
    expect(asked).toBe(1);
    expect(await flow.db.count(sessionModel, {})).toBe(1);
    expect(await flow.db.count(userModel, {})).toBe(1);
  });

  test("is consumed if the user cancels, and if the code exchange fails", async () => {
    for (const decision of [{ deny: true }, {}]) {
      const flow = openFixture(idp());
      if (!decision.deny) idp().fail({ answers: { token: { status: 500, text: "" } } });
      const url = await goThere(flow, {}, decision);
      expect((await open(flow.browser, url)).error).toBe(decision.deny ? "access_denied" : "invalid_code");
      idp().recover();
      await expectNowhere(flow, () => open(flow.browser, url));
    }
  });

  test("is valid until it is ten minutes old, and is deleted by the first use after that", async () => {
    const flow = openFixture(idp());
    const [early, late] = [await goThere(flow), await goThere(flow)];
    flow.clock.forward({ minutes: 10 });
    await expectNowhere(flow, () => open(flow.browser, late));
    expect(await storedOf(flow, late)).toBe(null);
    expect(await storedOf(flow, early)).not.toBe(null);

    const again = openFixture(idp());
    const url = await goThere(again);
    again.clock.forward({ minutes: 9, seconds: 59 });
    expect((await open(again.browser, url)).error).toBe(null);
  });

  test("that is never used is deleted in the background", async () => {
    const flow = openFixture(idp());
    const left = await goThere(flow);
    flow.clock.forward({ hours: 1 });
    const begun = await goThere(flow);
    await flow.auth.idle();
    expect(await storedOf(flow, left)).toBe(null);
    expect(await storedOf(flow, begun)).not.toBe(null);
  });

  test.each([
    ["another of the same form", "A".repeat(32)],
    ["a short one", "AAAA"],
    ["an empty one", ""],
    ["ten thousand characters", "x".repeat(10_000)],
    ["a NUL", "\0"],
    ["half of it and a NUL", `${"A".repeat(31)}\0`],
    ["__proto__", "__proto__"],
    ["32 characters of the prototype", "__proto__".padEnd(32, "_")],
    ["32 letters that take more bytes", "ſ".repeat(32)],
    ["SQL", "' OR 1=1 --".padEnd(32)],
  ])("is not replaced by %s", async (_, state) => {
    const flow = openFixture(idp());
    const url = await goThere(flow);
    await expectNowhere(flow, () => open(flow.browser, withParameters(url, { state })));
    // The wrong state did not consume the issued state.
    expect((await open(flow.browser, url)).error).toBe(null);
  });

  test.each([
    ["state[]=x", "state_not_found"],
    ["state[0]=x", "state_not_found"],
    ["state[x]=y", "state_not_found"],
    ["State=x", "state_not_found"],
    ["state", restart],
    ["state=a&state=b", restart],
    ["state=a&state=a", restart],
    ["state=%ZZ", restart],
    ["state=%E0%A4%A", restart],
    ["__proto__[state]=x", "state_not_found"],
    ["__proto__=x", "invalid_callback_request"],
  ])("is not read out of ?code=x&%s", async (query, error) => {
    const flow = openFixture(idp());
    await goThere(flow);
    await expectNowhere(flow, () => open(flow.browser, `/callback/google?code=x&${query}`), error);
  });

  test("with other upper and lower case is unknown", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow);
    const swapped = stateIn(url).replace(/[a-z]/gi, (message) =>
      message === message.toLowerCase() ? message.toUpperCase() : message.toLowerCase(),
    );
    await expectNowhere(flow, () => open(flow.browser, withParameters(url, { state: swapped })));
    expect((await open(flow.browser, url)).error).toBe(null);
  });

  test("of one provider fails at another, and is consumed by the attempt", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow);
    const other = url.href.replace("/google?", "/example?");
    expect(other).not.toBe(url.href);
    await expectNowhere(flow, () => open(flow.browser, other));
    await expectNowhere(flow, () => open(flow.browser, url));
  });

  test("is consumed at an unknown provider, too", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow);
    for (const id of ["nope", "__proto__", "constructor", "GOOGLE", "google%20", "credential"]) {
      await expectNowhere(
        flow,
        () => open(flow.browser, url.href.replace("/google?", `/${id}?`)),
        "oauth_provider_not_found",
      );
    }
    await expectNowhere(flow, () => open(flow.browser, url));
  });
});

describe("the stored state of a flow", () => {
  test("is one row with the hash of the state, without the cookie's secret, of at most 4 KB", async () => {
    const flow = openFixture(idp());
    const long = (length: number): string => `/${"x".repeat(length - 1)}`;
    const url = await goThere(flow, {
      callbackURL: long(1000),
      errorCallbackURL: long(1000),
      newUserCallbackURL: long(48),
      scopes: Array.from({ length: 4 }, (_, index) => String(index).repeat(255)),
    });
    const stored = JSON.stringify(await storedOf(flow, url));
    expect(stored).toContain("codeVerifier");
    expect(stored).not.toContain(stateIn(url));
    const secret = decodeURIComponent(flow.browser.cookies.get("__Host-keyhold.state") ?? "").slice(0, 32);
    expect(secret).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(stored).not.toContain(secret);
    expect(stored.length).toBeLessThan(4096);
  });

  test("does not exist if the start of the flow failed, and neither does a cookie", async () => {
    const database = counted(memory());
    const flow = openFixture(idp(), { config: { database } });
    for (const body of [{ provider: "nope" }, { provider: "google", callbackURL: "https://evil.example" }]) {
      const answer = await flow.browser.post("/sign-in/social", body);
      expect(answer.status).toBeGreaterThan(400);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(database.calls).toEqual([]);
  });
});

describe("a request with another method", () => {
  test.each(["HEAD", "OPTIONS"])("%s consumes no state, and sends no request to the provider", async (method) => {
    const database = counted(memory());
    const flow = openFixture(idp(), { config: { database } });
    const url = await goThere(flow);
    database.reset();
    const asked = await tokenCallsDuring(idp(), async () => {
      const answer = await flow.browser.fetch(url, { method });
      expect(answer.status).toBe(method === "HEAD" ? 200 : 405);
      expect(answer.headers.get("location")).toBe(null);
      expect(answer.headers.getSetCookie()).toEqual([]);
    });
    expect(asked).toBe(0);
    expect(database.calls).toEqual([]);
    expect((await open(flow.browser, url)).error).toBe(null);
  });

  test.each(["PUT", "DELETE", "PATCH"])("%s is not a method of callbacks", async (method) => {
    const flow = openFixture(idp());
    const url = await goThere(flow);
    expect((await flow.browser.fetch(url, { method })).status).toBe(405);
    expect((await open(flow.browser, url)).error).toBe(null);
  });
});
