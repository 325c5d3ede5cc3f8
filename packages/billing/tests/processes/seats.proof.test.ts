import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { planMigration } from "@keyhold/adapter-kysely";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { databaseTypes, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { isWhole } from "../../../../tests/harness/repeats.ts";
import { openShop } from "../seats/shop.ts";
import type { SeatsJob, SeatsSetup } from "./seats-worker.ts";

const services = inject("services");
const timeout = 900_000;
const maxSteps = 400;

describe.each(databaseTypes(services))("a process that is killed on %s", (type) => {
  async function opened() {
    const fresh = await freshDatabase(type, services);
    const database = openDatabase(fresh);
    onTestFinished(async () => {
      await database.close();
      await fresh.drop();
    });
    const sells = { pro: { trial: { days: 14 } }, team: { seats: "members" } } as const;
    const shop = await openShop({ sells, database });
    await (await planMigration(database, shop.auth.schema)).apply();
    const { desk, clock } = shop;
    const products = { pro: String(desk.products.pro), team: String(desk.products.team) };
    const base = { type, place: fresh.place, dieAt: 0, dieAtRequest: 0, products };

    /** Does a job in another process; false if the process was killed. */
    async function work(job: SeatsJob, dying: Partial<SeatsSetup>): Promise<boolean> {
      const { origin: baseURL, accessToken } = desk;
      const setup: SeatsSetup = { ...base, now: clock.now().getTime(), baseURL, accessToken, ...dying };
      const child: ChildProcess = fork(join(import.meta.dirname, "seats-worker.ts"), [JSON.stringify(setup)], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      await once(child, "message");
      child.send(job);
      const ended = new AbortController();
      const [message] = await Promise.race(["message", "exit"].map((name) => once(child, name, ended)));
      ended.abort();
      child.kill("SIGKILL");
      return message === "done";
    }
    return { ...shop, work };
  }

  const kinds = ["dieAt", "dieAtRequest"] as const;
  // A process takes a second to start. The statements of the servers are those of SQLite: CI kills at fewer steps there.
  const strides = { dieAt: type === "sqlite" || isWhole ? 3 : 12, dieAtRequest: type === "sqlite" || isWhole ? 1 : 2 };

  test.each(["dieAtRequest"] as const)(
    "amid a join and its seats loses no seat and pays none twice (%s)",
    { timeout },
    async (kind) => {
      const { work, found, join: joins, person, buy, auth, settled, clock, atProvider, membersOf } = await opened();
      const { id: organizationId, owner } = await found("acme");
      await joins(organizationId, (await person("bob")).user.id);
      await buy(owner.headers, { slug: "team", referenceId: organizationId });
      let step = 1;
      for (; step < maxSteps; step += strides[kind]) {
        const { user } = await person(`user-${kind}-${step}`);
        const isDone = await work({ join: { organizationId, userId: user.id } }, { [kind]: step });
        // The server may commit later what the process had sent before the kill.
        await vi.waitFor(
          async () => {
            for (let turn = 0; turn < 3; turn += 1) {
              clock.forward({ minutes: 90 });
              await auth.api.work({});
              await settled();
            }
            for (const state of ["pending", "failed"] as const)
              expect((await auth.api.listOutbox({ state })).entries, `step ${step}`).toEqual([]);
            const members = await membersOf(organizationId);
            const { seats, holders } = await atProvider(organizationId);
            expect({ seats, holders }, `step ${step}`).toEqual({ seats: members.length, holders: members });
          },
          { timeout: 30_000 },
        );
        if (isDone) break;
      }
      expect(step).toBeGreaterThan(6);
      expect(step).toBeLessThan(maxSteps);
    },
  );

  test.each(kinds)("amid a checkout with a trial leaves the owner one trial (%s)", { timeout }, async (kind) => {
    const { work, person, post, desk, settled, clock, provider } = await opened();
    let step = 1;
    for (; step < maxSteps; step += strides[kind]) {
      const { user, headers } = await person(`user-${kind}-${step}`);
      const isDone = await work({ checkout: { userId: user.id, slug: "pro" } }, { [kind]: step });
      clock.forward({ minutes: 3 });
      const again = await post("/checkout", { slug: "pro" }, headers);
      expect(again, `step ${step}`).toMatchObject({ status: 200, body: { trialDays: 14 } });
      await desk.pay(again.body.url);
      await settled();
      const { items } = await provider.subscriptions.list({ ownerId: user.id });
      expect(items.map(({ status }) => status)).toEqual(["trialing"]);
      expect((await post("/checkout", { slug: "pro" }, headers)).body.trialDays).toBe(0);
      if (isDone) break;
    }
    expect(step).toBeGreaterThan(kind === "dieAt" ? 10 : 3);
    expect(step).toBeLessThan(maxSteps);
  });
});
