import { memory } from "@keyhold/adapter-memory";
import { accountModel, acquireLease } from "@keyhold/core/plugin";
import { type FaultPlan, faulty } from "@keyhold/testing/faults";
import type { AnswerFault } from "@keyhold/testing/identity-provider";
import { describe, expect, test, vi } from "vitest";
import { decided } from "../../../tests/harness/decided.ts";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { refreshesAt } from "./calls.ts";
import { type Account, accountAt, come, type Fixture, type FixtureOptions, openFixture } from "./fixture.ts";
import { interrupted } from "./interrupted.ts";
import { afterTimeout, timeoutSeconds } from "./no-answers.ts";

const idp = useIdentityProvider();

/** Ann with a single-use refresh token at Example ID, and an expired access token. */
async function open(options: FixtureOptions = {}) {
  const fixture = openFixture(idp(), options);
  await come(idp(), fixture, { provider: "example" });
  fixture.clock.forward({ seconds: 3600 });
  return { fixture, account: await accountAt(fixture, "example") };
}

const ask = async ({ browser }: Pick<Fixture, "browser">, path: "/get-access-token" | "/refresh-token") => {
  const response = await browser.post(path, { providerId: "example" });
  return { status: response.status, body: await response.json() };
};

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface PausedRefresh {
  readonly fetch: typeof globalThis.fetch;
  /** Resolves when the provider has issued new tokens, before the app receives them. */
  readonly isAsked: Promise<void>;
  release(): void;
}

/** Delays the provider's response to the next refresh. */
function pauseNextRefresh(): PausedRefresh {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isLocked = false;
  return {
    isAsked: asked.promise,
    release: released.resolve,
    async fetch(input, init) {
      const response = await idp().fetch(input, init);
      if (isLocked || !String(init?.body).includes("grant_type=refresh_token")) return response;
      isLocked = true;
      asked.resolve();
      await released.promise;
      return response;
    },
  };
}

const sentinel = "ya29.sentinel";
const wrong: readonly (readonly [string, AnswerFault | (() => AnswerFault), RegExp])[] = [
  ["refuses", { status: 400, json: { error: "invalid_grant", error_description: sentinel } }, /invalid_grant/],
  ["breaks", { status: 500, text: sentinel }, /invalid JSON/],
  ["breaks, and says so in JSON", { status: 500, json: { error: "server_error" } }, /it answered 500/],
  ["refuses with 200", { status: 200, json: { error: "invalid_grant" } }, /invalid_grant/],
  ["gives no token", { status: 200, json: { token_type: "bearer", expires_in: 3600 } }, /property must/],
  ["gives a token that is no text", { status: 200, json: { access_token: 5, token_type: "bearer" } }, /property must/],
  ["gives an empty token", { status: 200, json: { access_token: "", token_type: "bearer" } }, /property must/],
  ["gives no object", { status: 200, json: [sentinel] }, /JSON object/],
  ["ends too early", { status: 200, text: `{"access_token":"${sentinel}` }, /invalid JSON/],
  ["hangs up", { hangsUp: true }, /token endpoint of .+ failed/],
  ["redirects", { redirectTo: "https://evil.example/token" }, /redirect/],
  ["takes too long", afterTimeout, /timeout|abort/i],
  ["answers too much", { status: 200, text: `{"access_token":"${"x".repeat(300_000)}"}` }, /bytes/],
];

describe.each(wrong)("a provider that %s", (what, fault, cause) => {
  test("leaves the row as it was; the caller hears no word of it, and the log does", async () => {
    const { fixture, account } = await open({ social: { timeoutSeconds } });
    idp().fail({ answers: { token: typeof fault === "function" ? fault() : fault } });
    for (const [path, code] of [
      ["/get-access-token", "FAILED_TO_GET_A_VALID_ACCESS_TOKEN"],
      ["/refresh-token", "FAILED_TO_REFRESH_ACCESS_TOKEN"],
    ] as const) {
      const { status, body } = await ask(fixture, path);
      expect({ status, body }, what).toEqual({ status: 400, body: { code, message: expect.any(String) } });
      expect(JSON.stringify(body)).not.toMatch(/sentinel|invalid_grant|evil/);
    }
    expect(await accountAt(fixture, "example")).toEqual(account);
    await fixture.auth.idle();
    expect(fixture.logged).toHaveLength(2);
    expect(fixture.logged[0]?.cause).toMatch(cause);
    expect(JSON.stringify(fixture.logged)).not.toContain("sentinel");
  });
});

test("a refresh token that was revoked is kept, and fails again the next time", async () => {
  const { fixture, account } = await open();
  idp().revokeAll();
  for (let turn = 0; turn < 2; turn += 1) expect((await ask(fixture, "/refresh-token")).status).toBe(400);
  expect(await accountAt(fixture, "example")).toEqual(account);
  expect((await come(idp(), fixture, { provider: "example" })).error).toBe(null);
  expect((await ask(fixture, "/refresh-token")).status).toBe(200);
});

test("after a failure the next call sends a new request", async () => {
  const { fixture } = await open();
  await come(idp(), fixture);
  const refresh = () => fixture.browser.post("/refresh-token", { providerId: "google" });
  idp().fail({ answers: { token: { status: 503, json: { error: "temporarily_unavailable" } } } });
  expect((await refresh()).status).toBe(400);
  idp().recover();
  expect((await refresh()).status).toBe(200);
});

describe("of concurrent calls", () => {
  test("one sends a request to the provider, and all answer its result", async () => {
    const { fixture } = await open();
    const before = refreshesAt(idp()).length;
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, caller) => ask(fixture, caller % 2 ? "/get-access-token" : "/refresh-token")),
    );
    const { accessToken } = await accountAt(fixture, "example");
    expect(answers.map(({ status, body }) => [status, body.accessToken])).toEqual(Array(16).fill([200, accessToken]));
    expect(refreshesAt(idp()).length - before).toBe(1);
  });

  test("in two processes that share a database, one does, too", async () => {
    const database = memory();
    const { fixture } = await open({ config: { database } });
    const other = openFixture(idp(), { config: { database, now: fixture.clock.now } });
    idp().useClock(fixture.clock.now);
    const before = refreshesAt(idp()).length;
    const headers = fixture.browser.headers();
    headers.set("content-type", "application/json");
    const answers = await Promise.all(
      Array.from({ length: 16 }, async (_, caller) => {
        const { auth } = caller % 2 ? fixture : other;
        const url = "https://app.example.com/api/auth/get-access-token";
        const body = JSON.stringify({ providerId: "example" });
        return (await (await auth.handler(new Request(url, { method: "POST", headers, body }))).json()).accessToken;
      }),
    );
    expect(new Set(answers)).toEqual(new Set([(await accountAt(fixture, "example")).accessToken]));
    expect(refreshesAt(idp()).length - before).toBe(1);
  });

  test("a call finds that another has refreshed since its read", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const { fixture } = await open({ config: { database } });
    const { userId } = await accountAt(fixture, "example");
    const other = openFixture(idp(), { config: { database, now: fixture.clock.now } });
    const before = refreshesAt(idp()).length;
    afterNext({ verb: "list", model: "account", isInTransaction: false }, () =>
      other.auth.api.refreshUserToken({ userId, providerId: "example" }),
    );
    const { status, body } = await ask(fixture, "/get-access-token");
    expect(hasHappened()).toBe(true);
    expect(status).toBe(200);
    expect(body.accessToken).toBe((await accountAt(fixture, "example")).accessToken);
    expect(refreshesAt(idp()).length - before).toBe(1);
  });

  test("all answer the error of one request to the provider", async () => {
    const { fixture } = await open();
    idp().fail({ answers: { token: { status: 400, json: { error: "invalid_grant" } } } });
    const before = refreshesAt(idp()).length;
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask(fixture, "/get-access-token")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(refreshesAt(idp()).length - before).toBe(1);
  });

  test("calls for another account do not wait", async () => {
    const locked = pauseNextRefresh();
    const { fixture } = await open({ social: { fetch: locked.fetch } });
    await come(idp(), fixture);
    const slow = ask(fixture, "/refresh-token");
    await locked.isAsked;
    expect((await fixture.browser.post("/refresh-token", { providerId: "google" })).status).toBe(200);
    locked.release();
    expect((await slow).status).toBe(200);
  });
});

describe("during a request to the provider", () => {
  /** Runs `happens` before the provider responds. */
  async function whileAsking(fixture: Fixture, locked: PausedRefresh, happens: () => Promise<unknown>) {
    const asked = ask(fixture, "/refresh-token");
    await locked.isAsked;
    await happens();
    locked.release();
    return asked;
  }

  test("a sign-in may bring newer tokens: those stay, and are answered with", async () => {
    const locked = pauseNextRefresh();
    const { fixture } = await open({ social: { fetch: locked.fetch } });
    const brought: Account[] = [];
    const { status, body } = await whileAsking(fixture, locked, async () => {
      await come(idp(), fixture, { provider: "example", at: fixture.visit() });
      brought.push(await accountAt(fixture, "example"));
    });
    const [{ accessToken } = await accountAt(fixture, "example")] = brought;
    expect({ status, body }).toMatchObject({ status: 200, body: { accessToken } });
    expect([await accountAt(fixture, "example")]).toEqual(brought);
    expect((await ask(fixture, "/refresh-token")).status).toBe(200);
  });

  test("the account may be unlinked: its tokens are not brought back", async () => {
    const locked = pauseNextRefresh();
    const { fixture, account } = await open({ social: { fetch: locked.fetch } });
    const { user } = (await fixture.client.getSession()).data ?? {};
    await come(idp(), fixture);
    const unlink = () => fixture.client.unlinkAccount({ providerId: "example" });
    expect(await whileAsking(fixture, locked, unlink)).toMatchObject({
      status: 400,
      body: { code: "ACCOUNT_NOT_FOUND" },
    });
    expect(await fixture.db.find(accountModel, { id: account.id })).toBe(null);
    expect(await fixture.db.count(accountModel, { userId: user?.id ?? "" })).toBe(1);
  });
});

describe("the lease of a refresh", () => {
  test("expires if its owner died, and goes to the next call", async () => {
    const { fixture, account } = await open();
    await acquireLease({ db: decided(fixture.db), now: fixture.clock.now }, `refresh:${account.id}`, 15);
    let isAnswered = false;
    const asked = ask(fixture, "/get-access-token").finally(() => {
      isAnswered = true;
    });
    fixture.clock.forward({ seconds: 14 });
    await pause(200);
    expect(isAnswered).toBe(false);
    fixture.clock.forward({ seconds: 2 });
    expect((await asked).status).toBe(200);
  });

  test("is not waited for for ever", async () => {
    const { fixture, account } = await open();
    await acquireLease({ db: decided(fixture.db), now: fixture.clock.now }, `refresh:${account.id}`, 15);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const asked = ask(fixture, "/get-access-token").finally(() => vi.useRealTimers());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await asked).toMatchObject({ status: 400, body: { code: "FAILED_TO_GET_A_VALID_ACCESS_TOKEN" } });
    expect(await accountAt(fixture, "example")).toEqual(account);
  });

  test("is given back when the database failed under it", async () => {
    const plan: FaultPlan = {};
    const { fixture } = await open({ config: { database: faulty(memory(), plan) } });
    plan.faults = [{ at: "update", model: "account" }];
    expect((await ask(fixture, "/get-access-token")).status).toBe(503);
    await come(idp(), fixture, { provider: "example" });
    fixture.clock.forward({ seconds: 3600 });
    expect((await ask(fixture, "/get-access-token")).status).toBe(200);
  });
});
