import { memory } from "@keyhold/adapter-memory";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { apple } from "@keyhold/social/apple";
import { facebook } from "@keyhold/social/facebook";
import { google } from "@keyhold/social/google";
import { linkedin } from "@keyhold/social/linkedin";
import { microsoft } from "@keyhold/social/microsoft";
import { oidc } from "@keyhold/social/oidc";
import { roblox } from "@keyhold/social/roblox";
import { twitch } from "@keyhold/social/twitch";
import { exampleDialect, type Json, type Person } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import {
  callbackResultOf,
  open,
  setOut,
  travel,
  useIdentityProvider,
  withParameters,
} from "../../../tests/harness/sign-in-flow.ts";
import { tokenCallsDuring } from "./calls.ts";
import { withClaims } from "./faults.ts";
import {
  accountsOf,
  ann,
  come,
  type Fixture,
  type FixtureOptions,
  givesSession,
  link,
  openFixture,
  openSocial,
  plantAccount,
} from "./fixture.ts";
import { interrupted } from "./interrupted.ts";

const idp = useIdentityProvider();
const path = "/step-up/social";
const restart = "please_restart_the_process";
const pages = { provider: "example", callbackURL: "/home", errorCallbackURL: "/refused" };

type Signed = Pick<Fixture, "browser">;

/** Ann with a password and an account at Example ID, in a session that is eleven minutes old. */
async function openAnn(options: FixtureOptions = {}) {
  const fixture = openFixture(idp(), { hasProofs: true, ...options });
  const person = await fixture.signUp(ann.email);
  expect((await link(idp(), fixture, { provider: "example", at: person })).error).toBe(null);
  fixture.clock.forward({ minutes: 11 });
  return { fixture, ...person };
}

/** The whole step-up. */
const prove = ({ auth }: Fixture, { browser }: Signed, as: Person = ann) =>
  travel(idp(), { auth, browser }, pages, { as, path });

/** A step-up up to the callback URL, which is not yet opened. */
async function goToProvider({ auth }: Fixture, { browser }: Signed, start: "step-up" | "link" | "sign-in" = "step-up") {
  const paths = { "step-up": path, link: "/link-social", "sign-in": "/sign-in/social" } as const;
  const url = await setOut({ auth, browser }, pages, paths[start]);
  return new URL((await idp().authorize(url, { as: ann })).url);
}

async function signIn({ client }: Pick<Fixture, "client">, password: string): Promise<void> {
  expect((await client.signIn.email({ email: ann.email, password })).error).toBe(null);
}

/** All that a step-up could change: the rows of the user. */
const rowsOf = async ({ db }: Fixture, userId: string) => ({
  user: await db.find(userModel, { id: userId }),
  accounts: await accountsOf({ db }, userId),
  sessions: await db.list(sessionModel, { userId }, { orderBy: "createdAt", limit: 100 }),
  users: await db.count(userModel, {}),
});

/** Expects a failed step-up, which changes no row. */
async function expectNothing(
  fixture: Fixture,
  userId: string,
  error: string | null,
  attempt: () => Promise<{ readonly error: string | null; readonly response: Response }>,
): Promise<void> {
  const before = await rowsOf(fixture, userId);
  const landing = await attempt();
  expect(landing.error).toBe(error);
  expect(givesSession(landing.response)).toBe(false);
  expect(await rowsOf(fixture, userId)).toEqual(before);
}

describe("a step-up at a provider that asks the user again", () => {
  test("makes an old session fresh, gives it a new token, and changes nothing else", async () => {
    const { fixture, user, client, browser } = await openAnn();
    const stale = await client.changeEmail({ newEmail: "new@example.com" });
    expect(stale.error).toMatchObject({
      code: "SESSION_IS_NOT_FRESH",
      stepUp: { methods: ["password", "social"], factors: 1 },
    });
    const oldCookie = browser.headers();
    const before = await rowsOf(fixture, user.id);
    const landing = await prove(fixture, { browser });
    expect(landing.url.href).toBe("https://app.example.com/home");
    const after = await rowsOf(fixture, user.id);
    const [session] = before.sessions;
    const token = after.sessions[0]?.token;
    expect(token).not.toBe(session?.token);
    const now = fixture.clock.now();
    const known = { amr: "pwd,fed", authTime: now, factorTime: null };
    expect(after).toEqual({ ...before, sessions: [{ ...session, ...known, token, updatedAt: expect.any(Date) }] });
    expect((await client.stepUp.methods()).data).toMatchObject({ authTime: now, factorTime: null });
    const replayed = await fixture.auth.handler(
      new Request("https://app.example.com/api/auth/get-session", { headers: oldCookie }),
    );
    expect(await replayed.json()).toBe(null);
    await fixture.auth.api.requireStepUp({ withinSeconds: 600 }, { headers: browser.headers() });
    await fixture.auth.idle();
    expect(fixture.events).toContainEqual(
      expect.objectContaining({ type: "session.re-authenticated", userId: user.id, methods: ["fed"] }),
    );
    expect(fixture.events.filter(({ type }) => type === "account.linked")).toHaveLength(1);
  });

  test("changes neither the profile nor the stored tokens, whatever the options of sign-ins are", async () => {
    const { fixture, user, browser } = await openAnn({ example: { overrideUserInfoOnSignIn: true } });
    const { user: userBefore, accounts } = await rowsOf(fixture, user.id);
    const other = { ...ann, email: "other@example.com", name: "Other", picture: "https://x.example/p" };
    expect((await prove(fixture, { browser }, other)).error).toBe(null);
    expect(await rowsOf(fixture, user.id)).toMatchObject({ user: userBefore, accounts });
  });

  test("is never a second factor", async () => {
    const { fixture, client, browser } = await openAnn();
    await prove(fixture, { browser });
    const two = fixture.auth.api.requireStepUp({ withinSeconds: 600, factors: 2 }, { headers: browser.headers() });
    await expect(two).rejects.toMatchObject({ code: "STEP_UP_REQUIRED", stepUp: { methods: [] } });
    expect((await client.stepUp.methods({ factors: 2 })).data?.methods).toEqual([]);
  });

  test("proves nothing in the user's other sessions", async () => {
    const { fixture, password, browser } = await openAnn();
    const other = fixture.visit();
    await signIn(other, password);
    fixture.clock.forward({ minutes: 11 });
    await prove(fixture, { browser });
    const { error } = await other.client.changeEmail({ newEmail: "new@example.com" });
    expect(error?.code).toBe("SESSION_IS_NOT_FRESH");
  });

  test("takes the provider's URL with `prompt=login` and `max_age=0`, whatever the options say; a sign-in has neither", async () => {
    const example = { prompt: "consent", authorizationParameters: { prompt: "none", max_age: "9000", ui: "dark" } };
    const { fixture, browser } = await openAnn({ example });
    const asked = new URL(await setOut({ auth: fixture.auth, browser }, pages, path)).searchParams;
    expect(asked.getAll("prompt")).toEqual(["login"]);
    expect(asked.getAll("max_age")).toEqual(["0"]);
    expect(asked.get("ui")).toBe("dark");
    const plain = await openAnn();
    const signIn = new URL(await setOut({ auth: plain.fixture.auth, browser: plain.browser }, pages)).searchParams;
    expect([signIn.get("prompt"), signIn.get("max_age")]).toEqual([null, null]);
  });

  test("is a call after which the client goes to the provider", async () => {
    const { client } = await openAnn();
    const { data } = await client.stepUp.social({ ...pages, disableRedirect: true });
    expect(data).toEqual({
      url: expect.stringContaining(`${exampleDialect(idp().origin).authorizationUrl}?`),
      redirect: false,
    });
    expect((await client.stepUp.social(pages)).data).toMatchObject({ redirect: true });
  });
});

describe("the `auth_time` of the ID token", () => {
  test("is from before the flow if the provider keeps the user signed in: nothing is proven", async () => {
    const { fixture, user, browser } = await openAnn();
    await prove(fixture, { browser });
    fixture.clock.forward({ minutes: 11 });
    idp().fail({ keepsSignedIn: true });
    await expectNothing(fixture, user.id, "step_up_not_proven", () => prove(fixture, { browser }));
  });

  test.each<[what: string, value: unknown]>([
    ["absent", undefined],
    ["null", null],
    ["a text", String(Date.parse("2100-01-01") / 1000)],
    ["a flag", true],
    ["a list", [4_102_444_800]],
    ["below zero", -1],
  ])("that is %s proves nothing", async (_, value) => {
    const { fixture, user, browser } = await openAnn();
    idp().fail(withClaims({ auth_time: value }));
    await expectNothing(fixture, user.id, "step_up_not_proven", () => prove(fixture, { browser }));
  });

  test("in another answer of the provider than the ID token proves nothing", async () => {
    const { fixture, user, browser } = await openAnn();
    const auth_time = Math.floor(fixture.clock.now().getTime() / 1000);
    const claims = (given: Json): Json => ({ ...given, auth_time: undefined });
    idp().fail({
      claims,
      tokenAnswer: (answer) => ({ ...answer, auth_time }),
      callback: (parameters) => parameters.set("auth_time", String(auth_time)),
    });
    await expectNothing(fixture, user.id, "step_up_not_proven", () => prove(fixture, { browser }));
  });

  test("proves nothing without an ID token", async () => {
    const { fixture, user, browser } = await openAnn();
    idp().fail({ tokenAnswer: (answer) => ({ ...answer, id_token: undefined }) });
    const before = await rowsOf(fixture, user.id);
    expect((await prove(fixture, { browser })).error).not.toBe(null);
    expect(await rowsOf(fixture, user.id)).toEqual(before);
  });

  test.each([
    [-61, "step_up_not_proven"],
    [-60, null],
    [0, null],
    [60, null],
    [61, "step_up_not_proven"],
  ])("%i seconds from the start of the flow ends with %s", async (seconds, error) => {
    const { fixture, browser } = await openAnn();
    const startedAt = Math.ceil(fixture.clock.now().getTime() / 1000);
    idp().fail(withClaims({ auth_time: startedAt + seconds }));
    expect((await prove(fixture, { browser })).error).toBe(error);
  });

  test("counts from the start of the flow, not from the callback", async () => {
    const { fixture, browser } = await openAnn();
    const url = await goToProvider(fixture, { browser });
    fixture.clock.forward({ minutes: 9 });
    expect((await open(browser, url)).error).toBe(null);
  });
});

describe("an account", () => {
  test("of another user proves nothing, in neither session", async () => {
    const { fixture, user, browser } = await openAnn();
    const eve = { ...ann, subject: "666", email: "eve@example.com" };
    const evil = fixture.visit();
    expect((await come(idp(), fixture, { as: eve, provider: "example", at: evil })).error).toBe(null);
    await expectNothing(fixture, user.id, "step_up_not_proven", () => prove(fixture, { browser }, eve));
  });

  test("that is not linked proves nothing, and is not linked by it", async () => {
    const { fixture, user, browser } = await openAnn();
    const stranger = { ...ann, subject: "119" };
    await expectNothing(fixture, user.id, "step_up_not_proven", () => prove(fixture, { browser }, stranger));
  });

  test("that is unlinked during the flow proves nothing", async () => {
    const { fixture, user, client, browser } = await openAnn();
    const url = await goToProvider(fixture, { browser });
    await client.unlinkAccount({ providerId: "example" });
    await expectNothing(fixture, user.id, "step_up_not_proven", () => open(browser, url));
  });
});

describe("the flow of a step-up", () => {
  test("ends in no other browser, with or without a session there", async () => {
    const { fixture, user, password, browser } = await openAnn();
    const other = fixture.visit();
    for (const signsIn of [false, true]) {
      if (signsIn) await signIn(other, password);
      const url = await goToProvider(fixture, { browser });
      await expectNothing(fixture, user.id, restart, () => open(other.browser, url));
    }
  });

  test("ends in no other session of the same browser, not even of the same user", async () => {
    const { fixture, user, client, password, browser } = await openAnn();
    const url = await goToProvider(fixture, { browser });
    await signIn({ client }, password);
    await expectNothing(fixture, user.id, restart, () => open(browser, url));
  });

  test("opens no session if its own has ended", async () => {
    const { fixture, user, client, browser } = await openAnn();
    const url = await goToProvider(fixture, { browser });
    await client.signOut();
    await expectNothing(fixture, user.id, restart, () => open(browser, url));
  });

  test.each(["session", "user"] as const)("fails if its %s is deleted right before the proof", async (what) => {
    const { database, beforeNextTransaction, hasHappened } = interrupted();
    const { fixture, user, browser } = await openAnn({ config: { database } });
    const url = await goToProvider(fixture, { browser });
    const landing = open(browser, url);
    beforeNextTransaction(() =>
      what === "user"
        ? fixture.db.remove(userModel, { id: user.id })
        : fixture.db.remove(sessionModel, { userId: user.id }),
    );
    expect((await landing).error).toBe(restart);
    expect(hasHappened()).toBe(true);
    expect(await fixture.db.count(sessionModel, { userId: user.id })).toBe(0);
  });

  test("proves once: a second use of the URL changes nothing, and the session stays", async () => {
    const { fixture, user, browser } = await openAnn();
    const url = await goToProvider(fixture, { browser });
    expect((await open(browser, url)).error).toBe(null);
    await expectNothing(fixture, user.id, null, () => open(browser, url));
    expect((await browser.get("/get-session")).status).toBe(200);
  });

  test("opened sixteen times at once records one proof", async () => {
    const { fixture, browser } = await openAnn({
      config: { database: memory({ pause: () => new Promise(setImmediate) }) },
    });
    const url = await goToProvider(fixture, { browser });
    const headers = browser.headers();
    const asked = await tokenCallsDuring(idp(), async () => {
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => fixture.auth.handler(new Request(url, { headers })).then(callbackResultOf)),
      );
      expect(new Set(answers.map(({ url }) => url.href)).size).toBe(1);
      expect(answers.map(({ error }) => error)).toEqual(Array(16).fill(null));
      expect(new Set(answers.map(({ response }) => response.headers.getSetCookie().join())).size).toBe(1);
    });
    expect(asked).toBe(1);
    await fixture.auth.idle();
    expect(fixture.events.filter(({ type }) => type === "session.re-authenticated")).toHaveLength(1);
  });

  test("ends at errorCallbackURL with the error of the provider, and says so in an event", async () => {
    const { fixture, user, browser } = await openAnn();
    await expectNothing(fixture, user.id, "access_denied", async () => {
      const landing = await travel(idp(), { auth: fixture.auth, browser }, pages, { deny: true, path });
      expect(landing.url.href).toBe("https://app.example.com/refused?error=access_denied");
      return landing;
    });
    await fixture.auth.idle();
    expect(fixture.events).toContainEqual(
      expect.objectContaining({ type: "social.failed", purpose: "step-up", code: "access_denied" }),
    );
  });

  test("fails if the columns of the session are gone at the callback, before the provider is asked for tokens", async () => {
    const database = memory();
    const { fixture, browser } = await openAnn({ config: { database } });
    const url = await goToProvider(fixture, { browser });
    const without = openFixture(idp(), { config: { database } });
    without.clock.forward({ minutes: 11 });
    const asked = await tokenCallsDuring(idp(), async () => {
      const answer = await without.auth.handler(new Request(url, { headers: browser.headers() }));
      expect(callbackResultOf(answer).error).toBe("step_up_not_proven");
    });
    expect(asked).toBe(0);
  });
});

describe("flows of other purposes", () => {
  test("prove nothing: linking the same account again leaves the session as old as it was", async () => {
    const { fixture, user, client, browser } = await openAnn({ config: { session: { stepUpAgeSeconds: 3600 } } });
    const before = await rowsOf(fixture, user.id);
    idp().fail(withClaims({ auth_time: Math.floor(fixture.clock.now().getTime() / 1000) }));
    expect((await open(browser, await goToProvider(fixture, { browser }, "link"))).error).toBe(null);
    expect((await rowsOf(fixture, user.id)).sessions).toEqual(before.sessions);
    expect((await client.stepUp.methods()).data?.authTime).not.toEqual(fixture.clock.now());
  });

  test("prove nothing: a sign-in opens a session of its own", async () => {
    const { fixture, user, browser } = await openAnn();
    const [session] = (await rowsOf(fixture, user.id)).sessions;
    expect((await open(browser, await goToProvider(fixture, { browser }, "sign-in"))).error).toBe(null);
    const [after] = (await rowsOf(fixture, user.id)).sessions;
    expect(after?.id).not.toBe(session?.id);
    expect(after).toMatchObject({ amr: "fed" });
  });

  test.each(["link", "sign-in"] as const)("have codes that a step-up does not take: %s", async (purpose) => {
    const { fixture, user, browser } = await openAnn({ config: { session: { stepUpAgeSeconds: 3600 } } });
    const ofOther = await goToProvider(fixture, { browser }, purpose);
    const stepUp = await goToProvider(fixture, { browser });
    const code = ofOther.searchParams.get("code");
    await expectNothing(fixture, user.id, "invalid_code", () => open(browser, withParameters(stepUp, { code })));
  });

  test.each(["link", "sign-in"] as const)("do not take the code of a step-up: %s", async (purpose) => {
    const { fixture, user, browser } = await openAnn({ config: { session: { stepUpAgeSeconds: 3600 } } });
    const ofOther = await goToProvider(fixture, { browser }, purpose);
    const code = (await goToProvider(fixture, { browser })).searchParams.get("code");
    await expectNothing(fixture, user.id, "invalid_code", () => open(browser, withParameters(ofOther, { code })));
  });

  test.each([
    ["purpose", "sign-in"],
    ["within", "null"],
    ["startedAt", "0"],
  ])("cannot be chosen by the parameter %s of the callback", async (name, value) => {
    const { fixture, user, browser } = await openAnn();
    const { sessions } = await rowsOf(fixture, user.id);
    const url = withParameters(await goToProvider(fixture, { browser }), { [name]: value });
    expect((await open(browser, url)).error).toBe(null);
    const after = (await rowsOf(fixture, user.id)).sessions;
    expect(after.map(({ id }) => id)).toEqual(sessions.map(({ id }) => id));
  });
});

describe("POST /step-up/social", () => {
  const answerTo = async ({ browser }: Signed, body: unknown) => {
    const response = await browser.post(path, body);
    return { status: response.status, code: ((await response.json()) as { code?: string }).code };
  };

  test("needs a session", async () => {
    const { fixture } = await openAnn();
    expect(await answerTo(fixture.visit(), pages)).toEqual({ status: 401, code: "UNAUTHORIZED" });
  });

  test("answers 404 for a provider that is not configured", async () => {
    const { browser } = await openAnn();
    const answer = await answerTo({ browser }, { ...pages, provider: "x" });
    expect(answer).toEqual({ status: 404, code: "PROVIDER_NOT_FOUND" });
  });

  test.each(["callbackURL", "errorCallbackURL"])("takes no %s of another origin", async (field) => {
    const { browser } = await openAnn();
    const hostile = [
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
      "x".repeat(3000),
    ];
    for (const url of hostile) {
      const { status, code } = await answerTo({ browser }, { ...pages, [field]: url });
      expect(code, url).toBe(`INVALID_${field.toUpperCase()}`);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  });

  const noText: readonly unknown[] = [5, true, null, [], ["a"], {}, { $ne: "" }, "a\u0000b", "\ud800"];
  test.each<[field: string, values: readonly unknown[]]>([
    ["provider", [...noText, undefined]],
    ["callbackURL", [...noText, undefined]],
    ["errorCallbackURL", noText],
    ["disableRedirect", ["true", 0, 1, null, [], {}]],
  ])("rejects an invalid %s", async (field, values) => {
    const { browser } = await openAnn();
    for (const value of values) {
      const { status, code } = await answerTo({ browser }, { ...pages, [field]: value });
      expect([status, code], JSON.stringify(value)).toEqual([
        400,
        expect.stringMatching(/^(VALIDATION_ERROR|INVALID_JSON)$/),
      ]);
    }
  });

  test("rejects a body that is no object", async () => {
    const { browser } = await openAnn();
    for (const body of [null, [], "x", 5]) expect((await answerTo({ browser }, body)).status).toBe(400);
  });
});

describe('the method "social"', () => {
  const methodsOf = async ({ client }: Pick<Fixture, "client">, factors: 1 | 2 = 1) =>
    (await client.stepUp.methods({ factors })).data?.methods;

  test("is offered to a user with an account of a provider that sends `auth_time`", async () => {
    const fixture = openFixture(idp(), { hasProofs: true });
    const person = await fixture.signUp(ann.email);
    expect(await methodsOf(person)).toEqual(["password"]);
    await plantAccount(fixture, person.user.id, { providerId: "gone", accountId: "1" });
    await plantAccount(fixture, person.user.id, { providerId: "google", accountId: "1" });
    expect(await methodsOf(person)).toEqual(["password"]);
    await plantAccount(fixture, person.user.id, { providerId: "example", accountId: "1" });
    expect(await methodsOf(person)).toEqual(["password", "social"]);
    expect(await methodsOf(person, 2)).toEqual([]);
  });

  test.each([
    ["without ID tokens", { idToken: undefined }],
    ["whose ID tokens have no `auth_time`", {}],
  ])("is not offered, and refused with 400, for a provider %s", async (_, declaration) => {
    const fixture = openFixture(idp(), { hasProofs: true, declaration });
    const person = await fixture.signUp(ann.email);
    await plantAccount(fixture, person.user.id, { providerId: "google", accountId: "1" });
    expect(await methodsOf(person)).toEqual(["password"]);
    const { error } = await person.client.stepUp.social({ provider: "google", callbackURL: "/" });
    expect(error).toMatchObject({ status: 400, code: "STEP_UP_NOT_SUPPORTED" });
  });

  test.each([undefined, false, true])(
    "of `oidc` and `microsoft` follows `sendsAuthTime: %s`",
    async (sendsAuthTime) => {
      const { clientId, clientSecret, origin: issuer } = idp();
      const registration = { clientId, clientSecret, ...(sendsAuthTime !== undefined && { sendsAuthTime }) };
      const providers = [oidc({ id: "acme", issuer, ...registration }), microsoft(registration)];
      for (const provider of providers) {
        expect(provider.configErrors).toEqual([]);
        const fixture = openSocial(idp(), [provider], { hasProofs: true });
        const person = await fixture.signUp(ann.email);
        await plantAccount(fixture, person.user.id, { providerId: provider.id, accountId: "1" });
        expect(await methodsOf(person)).toEqual(sendsAuthTime ? ["password", "social"] : ["password"]);
      }
    },
  );

  test("is not offered for any other provider of the package: none documents `auth_time`", () => {
    const registration = { clientId: "id", clientSecret: "secret" };
    const providers = [apple, facebook, google, linkedin, roblox, twitch].map((provider) => provider(registration));
    for (const { declaration } of providers) {
      expect(declaration.idToken, declaration.id).toBeDefined();
      expect(declaration.idToken?.sendsAuthTime, declaration.id).toBe(undefined);
    }
  });

  test("is not offered, and refused with 400, while sessions know of no proof", async () => {
    const { client } = await openAnn({ hasProofs: false });
    expect(await methodsOf({ client })).toEqual(["password"]);
    expect((await client.stepUp.social(pages)).error).toMatchObject({ status: 400, code: "STEP_UP_NOT_CONFIGURED" });
  });
});
