import { memory } from "@keyhold/adapter-memory";
import { type AuthConfig, defineErrors } from "@keyhold/core";
import { type Database, StorageUnavailable } from "@keyhold/core/adapter";
import { type HookContext, sessionModel, userModel } from "@keyhold/core/plugin";
import { type FaultPlan, faulty, intercept } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { ann, come, type Fixture, link, openFixture, plantAccount, waysOf } from "./fixture.ts";

const errors = defineErrors({ NOT_INVITED: { status: 403, message: "Only who was invited" } });

const idp = useIdentityProvider();
const disk = new Error("A disk is full.");
type Hooks = NonNullable<AuthConfig["hooks"]>;

function open(hooks: Hooks = {}) {
  const plan: FaultPlan = {};
  return { plan, fixture: openFixture(idp(), { config: { database: faulty(memory(), plan), hooks, errors } }) };
}

/** The result of a sign-in by redirects, and the errors in the log. */
async function outcomeOf(fixture: Fixture, landing: Promise<{ readonly error: string | null }>) {
  const { error } = await landing;
  await fixture.auth.idle();
  return { error, causes: fixture.logged.map(({ cause }) => /Caused by (.+)/.exec(cause ?? "")?.[1]) };
}

const fail = (): never => {
  throw new TypeError("A bug of the app.");
};

describe("an unexpected error of a hook", () => {
  test.each([
    ["user.create", "unable_to_create_user"],
    ["session.create", "unable_to_create_session"],
  ] as const)("in %s ends a sign-up with %s, and is logged", async (hook, error) => {
    const { fixture } = open({ [hook]: fail });
    expect(await outcomeOf(fixture, come(idp(), fixture))).toEqual({ error, causes: ["TypeError: A bug of the app."] });
    expect(await fixture.db.count(userModel, {})).toBe(0);
  });

  test("that is not an object counts, too", async () => {
    const { fixture } = open({
      "session.create": () => {
        throw "a text";
      },
    });
    expect((await come(idp(), fixture)).error).toBe("unable_to_create_session");
  });

  test.each(["user.create", "session.create"] as const)("in %s that refuses keeps its own code", async (hook) => {
    const { fixture } = open({ [hook]: (_: unknown, ctx: Pick<HookContext, "fail">) => ctx.fail(errors.NOT_INVITED) });
    expect(await outcomeOf(fixture, come(idp(), fixture))).toEqual({ error: "not_invited", causes: [] });
  });
});

describe("a transaction whose commit fails", () => {
  test.each([
    ["unable_to_create_user", disk, "Error: A disk is full."],
    ["internal_server_error", new StorageUnavailable("away"), "StorageUnavailable: away"],
  ] as const)("ends a sign-up with %s", async (error, thrown, cause) => {
    const { plan, fixture } = open();
    plan.faults = [{ at: "commit", error: thrown }];
    const outcome = await outcomeOf(fixture, come(idp(), fixture));
    expect(outcome.error).toBe(error);
    expect(fixture.logged).toMatchObject([{ cause: expect.stringContaining(cause) }]);
    expect(await fixture.db.count(userModel, {})).toBe(0);
  });

  test("ends a linking with unable_to_link_account", async () => {
    const { plan, fixture } = open();
    const person = await fixture.signUp(ann.email);
    await fixture.auth.idle();
    plan.faults = [{ at: "commit", error: disk }];
    expect((await link(idp(), fixture, { at: person })).error).toBe("unable_to_link_account");
    expect(await waysOf(fixture, person.user.id)).toEqual(["credential"]);
  });
});

describe("a sign-in with a linked identity", () => {
  test.each([
    ["the account's tokens", { at: "update", model: "account" }, "unable_to_link_account"],
    ["the verified address", { at: "update", model: "user" }, "unable_to_link_account"],
    ["the session", { at: "insert", model: "session" }, "unable_to_create_session"],
  ] as const)("fails if %s cannot be stored, and succeeds the next time", async (_, fault, error) => {
    const { plan, fixture } = open();
    const { user } = await fixture.signUp(ann.email);
    await plantAccount(fixture, user.id, { providerId: "google", accountId: ann.subject });
    await fixture.auth.idle();
    plan.faults = [{ ...fault, error: disk }];
    const at = fixture.visit();
    expect((await come(idp(), fixture, { at })).error).toBe(error);
    expect((await at.client.getSession()).data).toBe(null);
    expect((await come(idp(), fixture, { at })).error).toBe(null);
  });
});

class Deadlock extends Error {}

/** A third-party database: retries the work after an error of its own class. */
function retrying(model: string): Database {
  let hasFailed = false;
  return intercept(memory(), {
    async verb(call, run) {
      if (hasFailed || call.verb !== "insert" || call.model !== model) return run();
      hasFailed = true;
      throw new Deadlock();
    },
    transaction: (run) =>
      run().catch((error: unknown) => {
        if (error instanceof Deadlock) return run();
        throw error;
      }),
  });
}

test.each(["user", "account", "session"])("a deadlock at the %s is still recognized by the adapter", async (model) => {
  const fixture = openFixture(idp(), { config: { database: retrying(model) } });
  expect((await come(idp(), fixture)).error).toBe(null);
  expect(await fixture.db.count(sessionModel, {})).toBe(1);
});
