import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { planMigration } from "@keyhold/adapter-kysely";
import { billingUsageBatchModel, billingUsageModel } from "@keyhold/billing";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { databaseTypes, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { isWhole } from "../../../../tests/harness/repeats.ts";
import { openUsage } from "../usage/open.ts";
import type { UsageWorkerSetup } from "./usage-worker.ts";

/* A process is killed at every 17th step of tracking and sending. */

const services = inject("services");
const all = { orderBy: "id", limit: 1000 } as const;

describe.each(databaseTypes(services))("on %s", (type) => {
  // The two versions differ in requests, not in statements: on servers CI has the newer version.
  const versions: readonly UsageWorkerSetup["apiVersion"][] =
    type === "sqlite" || isWhole ? ["2026-04", "2025-05"] : ["2026-04"];

  test.each(versions)(
    "after kills at steps throughout no use is lost, and none is counted twice, at a provider of version %s",
    { timeout: 600_000 },
    async (apiVersion) => {
      const fresh = await freshDatabase(type, services);
      const database = openDatabase(fresh);
      onTestFinished(async () => {
        await database.close();
        await fresh.drop();
      });
      const shop = await openUsage({ apiVersion, database });
      const { api, atProvider, buy, clock, db, desk, eventsSent, person, settled } = shop;
      await (await planMigration(database, shop.auth.schema)).apply();
      const { user } = await person("ada");
      await buy(user.id);
      let killed = 0;
      const stride = 17;
      for (let step = 1; step < 200; step += stride) {
        const setup: UsageWorkerSetup = {
          place: fresh,
          step,
          now: clock.now().toISOString(),
          apiVersion,
          baseURL: desk.origin,
          accessToken: desk.accessToken,
          meter: desk.meters.calls,
          userId: user.id,
        };
        const worker = fork(join(import.meta.dirname, "usage-worker.ts"), [JSON.stringify(setup)]);
        const [code, signal] = await once(worker, "exit");
        // The leases of the killed process end.
        clock.forward({ minutes: 3 });
        await api.sendUsage({});
        await settled();
        if (code === 0) break;
        expect(signal, `at step ${step}`).toBe("SIGKILL");
        killed += 1;
      }
      expect(killed).toBeGreaterThan(3);
      const rows = await db.list(billingUsageModel, {}, all);
      const batches = await db.list(billingUsageBatchModel, {}, all);
      const held = new Set(batches.filter(({ state }) => state === "held").map(({ id }) => id));
      const states = new Set(batches.map(({ state }) => state));
      expect([...states].sort()).toEqual(apiVersion === "2026-04" ? ["sent"] : ["held", "sent"]);
      const known = new Set(batches.map(({ id }) => id));
      expect(rows.filter(({ batch }) => !known.has(batch))).toEqual([]);
      // Each use with the number of times that the provider has counted it.
      const counts = new Map<unknown, number>();
      const ids = new Set<unknown>();
      for (const { external_id, metadata } of eventsSent()) {
        if (external_id !== undefined && ids.has(external_id)) continue;
        ids.add(external_id);
        const { n } = Object(metadata);
        counts.set(n, (counts.get(n) ?? 0) + 1);
      }
      for (const { batch, metadata } of rows) {
        const count = counts.get(metadata.n) ?? 0;
        if (held.has(batch)) expect(count).toBeLessThanOrEqual(1);
        else expect(count).toBe(1);
      }
      expect(counts.size).toBeLessThanOrEqual(rows.length);
      const left = await atProvider(user.id);
      expect(left).toBeCloseTo(10 - 0.01 * counts.size, 6);
      if (apiVersion === "2026-04") {
        expect(await api.has({ entitlement: "calls", userId: user.id })).toMatchObject({ balance: left });
      }
    },
  );
});
