import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { billingCustomerModel } from "@keyhold/billing";
import { createAuth } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import { type OutboxRow, outboxModel } from "@keyhold/core/outbox";
import { userModel } from "@keyhold/core/plugin";
import { signInAs } from "@keyhold/testing";
import { startBillingProvider, type TestBillingProvider } from "@keyhold/testing/billing-provider";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { type ShopSetup, shopConfig, shopRequest } from "./customer-shop.ts";
import type { CustomerJob, CustomerSetup } from "./customer-worker.ts";

/* A process is killed at each step of a checkout, a customer's creation and a change. */

const services = inject("services");
const timeout = 1_800_000;
const maxSteps = 300;
/** A lease of the outbox, and the error of a measured difference between two clocks. */
const maxLeaseMilliseconds = 91_000;

describe.each(databaseTypes(services))("kills on %s", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let db: Adapter;
  let desk: Pick<TestBillingProvider, "fail" | "recover" | "stop">;
  let shop: ShopSetup;
  let auth: ReturnType<typeof openAuth>;
  const openAuth = () => createAuth(shopConfig(database, shop));

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    const started = await startBillingProvider({
      products: { pro: { name: "Pro", price: 1200, interval: "month" } },
    });
    desk = started;
    shop = { accessToken: started.accessToken, origin: started.origin, product: started.products.pro };
    auth = openAuth();
    await (await planMigration(database, auth.schema)).apply();
    db = database.connect(auth.schema);
  });
  afterAll(async () => {
    await desk.stop();
    await database.close();
    await fresh.drop();
  });

  /** Whether the process was killed before its job was done. */
  async function isKilled(job: CustomerJob, step: number): Promise<boolean> {
    const setup: CustomerSetup = { ...shop, type, place: fresh.place, dieAt: step };
    const child = fork(join(import.meta.dirname, "customer-worker.ts"), [JSON.stringify(setup)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const ended = once(child, "exit").then(() => "killed");
    await Promise.race([once(child, "message"), ended.then(() => Promise.reject(new Error("It did not start.")))]);
    child.send(job);
    const [outcome] = await Promise.race([once(child, "message"), ended.then((killed) => [killed])]);
    child.kill("SIGKILL");
    return outcome === "killed";
  }

  /** Expects that no entry is out of reach for longer than a lease, lets the leases end, and works off the outbox. */
  async function startAgain(): Promise<void> {
    const entries: readonly OutboxRow[] = await db.list(outboxModel, {}, { orderBy: "id", limit: 100 });
    const now = ((await db.now()) ?? new Date()).getTime();
    for (const { id, dueAt, lease } of entries) {
      if (lease !== null) expect(dueAt.getTime() - now).toBeLessThanOrEqual(maxLeaseMilliseconds);
      await db.update(outboxModel, id, { dueAt: new Date(0) });
    }
    await auth.api.work();
    await auth.idle();
  }

  async function atProvider(userId: string): Promise<readonly string[]> {
    const answer = await fetch(`${shop.origin}/v1/customers/?limit=100&external_id=${userId}`, {
      headers: { authorization: `Bearer ${shop.accessToken}` },
    });
    const { items } = (await answer.json()) as { readonly items: readonly { readonly id: string }[] };
    return items.map(({ id }) => id);
  }

  async function nameAtProvider(userId: string): Promise<unknown> {
    const answer = await fetch(`${shop.origin}/v1/customers/external/${userId}`, {
      headers: { authorization: `Bearer ${shop.accessToken}` },
    });
    return ((await answer.json()) as { readonly name: unknown }).name;
  }

  /** Starts again until an expectation holds: a server may commit later what the process had sent before the kill. */
  const afterStart = (expectation: () => Promise<void>): Promise<void> =>
    vi.waitFor(
      async () => {
        await startAgain();
        await expectation();
      },
      { timeout: 30_000, interval: 200 },
    );

  /** One customer at the provider and in the mirror, and an empty outbox. */
  async function expectOne(ownerId: string, step: number): Promise<void> {
    const made = await atProvider(ownerId);
    expect(made, `killed at step ${step}`).toHaveLength(1);
    const rows = await db.list(billingCustomerModel, { ownerKind: "user", ownerId }, { orderBy: "id", limit: 9 });
    expect(rows.map(({ id }) => id)).toEqual(made);
    expect(await db.list(outboxModel, { owner: ownerId }, { orderBy: "id", limit: 9 })).toEqual([]);
  }

  /** A user without the entry of a sign-up. */
  async function person(name: string) {
    const signedIn = await signInAs(auth, { email: `${name}@example.com`, name: "Ada" });
    return { id: signedIn.user.id, cookie: signedIn.headers.cookie };
  }

  /** Kills at each step until the job completes. Answers the number of kills. */
  async function eachStep(what: (step: number) => Promise<boolean>): Promise<void> {
    let kills = 0;
    for (let step = 1; step < maxSteps && (await what(step)); step += 1) kills += 1;
    expect(kills).toBeGreaterThan(5);
  }

  test("of a first checkout leave one customer, and the next checkout works", { timeout }, async () => {
    await eachStep(async (step) => {
      desk.fail({ path: "/v1/customers/", status: 503, times: 1000 });
      const { id, cookie } = await person(`checkout-${step}`);
      await auth.idle();
      desk.recover();
      // The process makes the customer itself: the entry of the sign-up is not there.
      await db.remove(outboxModel, { owner: id });
      const wasKilled = await isKilled({ kind: "checkout", cookie }, step);
      expect((await auth.handler(shopRequest("/checkout", cookie, { slug: "pro" }))).status).toBe(200);
      await afterStart(() => expectOne(id, step));
      return wasKilled;
    });
  });

  test("of a sign-up with its customer leave no user without a customer, and no second customer", {
    timeout,
  }, async () => {
    await eachStep(async (step) => {
      const email = `sign-up-${step}@example.com`;
      const wasKilled = await isKilled({ kind: "sign-up", email }, step);
      const isThere = await db.exists(userModel, { email });
      if (!isThere) await auth.api.importUsers({ users: [{ email, name: "Ada", emailVerified: true }] });
      await auth.idle();
      await afterStart(async () => {
        const user = await db.find(userModel, { email });
        await expectOne(String(user?.id), step);
      });
      return wasKilled;
    });
  });

  test("of a change of the name leave the name of the app at the provider", { timeout }, async () => {
    await eachStep(async (step) => {
      const { id, cookie } = await person(`change-${step}`);
      await auth.idle();
      await expectOne(id, step);
      const wasKilled = await isKilled({ kind: "change", cookie, name: "Countess" }, step);
      await afterStart(async () => {
        const user = await db.find(userModel, { id });
        expect(await nameAtProvider(id), `killed at step ${step}`).toBe(user?.name);
        await expectOne(id, step);
      });
      return wasKilled;
    });
  });
});
