import { memory } from "@keyhold/adapter-memory";
import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { type Fault, type FaultPlan, faulty } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { ann, come, type Fixture, openFixture, waysOf } from "./fixture.ts";

const idp = useIdentityProvider();

function open() {
  const plan: FaultPlan = {};
  return { plan, fixture: openFixture(idp(), { config: { database: faulty(memory(), plan) } }) };
}

const rowsOf = async ({ db }: Fixture) => ({
  users: await db.count(userModel, {}),
  accounts: await db.count(accountModel, {}),
  sessions: await db.count(sessionModel, {}),
});
const noRows = { users: 0, accounts: 0, sessions: 0 };
const oneUser = { users: 1, accounts: 1, sessions: 1 };

/** Every use of the database in the sign-up of a new user. */
const steps: readonly (readonly [string, Omit<Fault, "when">])[] = [
  ["the flow is used up", { at: "consume", model: "verification" }],
  ["the identity is looked for", { at: "find", model: "account" }],
  ["the address is looked for", { at: "find", model: "user" }],
  ["the user is written", { at: "insert", model: "user" }],
  ["the account is written", { at: "insert", model: "account" }],
  ["the session is written", { at: "insert", model: "session" }],
];

describe.each(steps)("a database that fails when %s", (_, fault) => {
  test.each(["before", "after"] as const)(
    "(%s it happens) leaves no row, and signs the user in the next time",
    async (when) => {
      const { plan, fixture } = open();
      plan.faults = [{ ...fault, when }];
      expect((await come(idp(), fixture)).error).toBe("internal_server_error");
      expect(await rowsOf(fixture)).toEqual(noRows);
      expect((await fixture.client.getSession()).data).toBe(null);
      await fixture.auth.idle();
      expect(fixture.events.filter(({ type }) => type !== "social.failed")).toEqual([]);
      expect(fixture.logged).toHaveLength(1);
      expect((await come(idp(), fixture)).error).toBe(null);
      expect(await rowsOf(fixture)).toEqual(oneUser);
    },
  );
});

describe.each(steps.slice(1))("an ID token, while the database fails when %s,", (_, fault) => {
  test("answers 503 with retry-after", async () => {
    const { plan, fixture } = open();
    const token = await idp().idToken("google", ann);
    plan.faults = [{ ...fault, when: "before" }];
    const response = await fixture.browser.post("/sign-in/social", { provider: "google", idToken: { token } });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await rowsOf(fixture)).toEqual(noRows);
  });
});

describe("a commit", () => {
  test("that fails leaves no row", async () => {
    const { plan, fixture } = open();
    plan.faults = [{ at: "commit", when: "before" }];
    expect((await come(idp(), fixture)).error).toBe("internal_server_error");
    expect(await rowsOf(fixture)).toEqual(noRows);
  });

  test("without an answer leaves a whole user, who is signed in the next time", async () => {
    const { plan, fixture } = open();
    plan.faults = [{ at: "commit", when: "after" }];
    expect((await come(idp(), fixture)).error).toBe("internal_server_error");
    expect(await rowsOf(fixture)).toEqual(oneUser);
    expect((await come(idp(), fixture)).error).toBe(null);
    expect(await rowsOf(fixture)).toEqual({ ...oneUser, sessions: 2 });
  });

  test("that is retried, as after a deadlock, takes effect once and emits its events once", async () => {
    const { plan, fixture } = open();
    plan.faults = [{ at: "commit", isRetried: true }];
    expect((await come(idp(), fixture)).error).toBe(null);
    expect(await rowsOf(fixture)).toEqual(oneUser);
    await fixture.auth.idle();
    expect(fixture.events.map(({ type }) => type)).toEqual(["user.created", "account.linked", "session.created"]);
  });
});

describe("claiming an account fails", () => {
  const parts: readonly Omit<Fault, "when">[] = [
    { at: "insert", model: "account" },
    { at: "remove", model: "verification" },
    { at: "remove", model: "account" },
    { at: "remove", model: "session" },
    { at: "update", model: "user" },
    { at: "insert", model: "session" },
    { at: "commit" },
  ];

  test.each(parts)("at %j without a change, and succeeds the next time", async (fault) => {
    const { plan, fixture } = open();
    const first = await fixture.signUp(ann.email);
    // The cleanup in the background uses the database as well.
    await fixture.auth.idle();
    plan.faults = [fault];
    expect((await come(idp(), fixture)).error).toBe("internal_server_error");
    expect(await waysOf(fixture, first.user.id)).toEqual(["credential"]);
    expect((await first.client.getSession()).data?.user).toMatchObject({ id: first.user.id, emailVerified: false });
    expect((await come(idp(), fixture)).error).toBe(null);
    expect(await waysOf(fixture, first.user.id)).toEqual(["google"]);
    expect((await first.client.getSession()).data).toBe(null);
  });
});
