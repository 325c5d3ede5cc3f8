import { memory } from "@keyhold/adapter-memory";
import { type AuthConfig, type Database, StorageUnavailable, sessionModel, userModel } from "@keyhold/core";
import { type FaultPlan, faulty, intercept } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "./journey.ts";
import { ann, come, type Kit, link, openKit, plantAccount, waysOf } from "./kit.ts";

const idp = useIdentityProvider();
const disk = new Error("A disk is full.");
type Hooks = NonNullable<AuthConfig["rules"]>;

function open(rules: Hooks = {}) {
  const plan: FaultPlan = {};
  const errors = { NOT_INVITED: { status: 403, message: "Only who was invited" } };
  return { plan, kit: openKit(idp(), { config: { database: faulty(memory(), plan), rules, errors } }) };
}

/** How a sign-in by the browser ended, and what the log heard of it. */
async function outcomeOf(kit: Kit, landing: Promise<{ readonly error: string | null }>) {
  const { error } = await landing;
  await kit.auth.idle();
  return { error, causes: kit.logged.map(({ cause }) => /Caused by (.+)/.exec(cause ?? "")?.[1]) };
}

const fail = (): never => {
  throw new TypeError("A bug of the app.");
};

describe("an unexpected error of a hook", () => {
  test.each([
    ["user.create", "unable_to_create_user"],
    ["session.create", "unable_to_create_session"],
  ] as const)("in %s ends a sign-up with %s, and is logged", async (hook, error) => {
    const { kit } = open({ [hook]: fail });
    expect(await outcomeOf(kit, come(idp(), kit))).toEqual({ error, causes: ["TypeError: A bug of the app."] });
    expect(await kit.db.count(userModel, {})).toBe(0);
  });

  test("which is no object is one, too", async () => {
    const { kit } = open({
      "session.create": () => {
        throw "a text";
      },
    });
    expect((await come(idp(), kit)).error).toBe("unable_to_create_session");
  });

  test.each(["user.create", "session.create"] as const)("in %s that refuses keeps its own code", async (hook) => {
    const { kit } = open({ [hook]: (_: unknown, ctx: { refuse(code: string): never }) => ctx.refuse("NOT_INVITED") });
    expect(await outcomeOf(kit, come(idp(), kit))).toEqual({ error: "not_invited", causes: [] });
  });
});

describe("a transaction whose commit fails", () => {
  test.each([
    ["unable_to_create_user", disk, "Error: A disk is full."],
    ["internal_server_error", new StorageUnavailable("away"), "StorageUnavailable: away"],
  ] as const)("ends a sign-up with %s", async (error, thrown, cause) => {
    const { plan, kit } = open();
    plan.faults = [{ at: "commit", error: thrown }];
    const outcome = await outcomeOf(kit, come(idp(), kit));
    expect(outcome.error).toBe(error);
    expect(kit.logged).toMatchObject([{ cause: expect.stringContaining(cause) }]);
    expect(await kit.db.count(userModel, {})).toBe(0);
  });

  test("ends a linking with unable_to_link_account", async () => {
    const { plan, kit } = open();
    const person = await kit.signUp(ann.email);
    await kit.auth.idle();
    plan.faults = [{ at: "commit", error: disk }];
    expect((await link(idp(), kit, { at: person })).error).toBe("unable_to_link_account");
    expect(await waysOf(kit, person.user.id)).toEqual(["credential"]);
  });
});

describe("a sign-in with a linked identity", () => {
  test.each([
    ["the account's tokens", { at: "update", model: "account" }, "unable_to_link_account"],
    ["the verified address", { at: "update", model: "user" }, "unable_to_link_account"],
    ["the session", { at: "insert", model: "session" }, "unable_to_create_session"],
  ] as const)("fails if %s cannot be stored, and succeeds the next time", async (_, fault, error) => {
    const { plan, kit } = open();
    const { user } = await kit.signUp(ann.email);
    await plantAccount(kit, user.id, { providerId: "google", accountId: ann.subject });
    await kit.auth.idle();
    plan.faults = [{ ...fault, error: disk }];
    const at = kit.visit();
    expect((await come(idp(), kit, { at })).error).toBe(error);
    expect((await at.client.getSession()).data).toBe(null);
    expect((await come(idp(), kit, { at })).error).toBe(null);
  });
});

class Deadlock extends Error {}

/** A database of another maker: it runs the work again after an error of its own, which it recognizes by its class. */
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
  const kit = openKit(idp(), { config: { database: retrying(model) } });
  expect((await come(idp(), kit)).error).toBe(null);
  expect(await kit.db.count(sessionModel, {})).toBe(1);
});
