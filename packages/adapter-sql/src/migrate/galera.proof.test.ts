import type { Schema } from "@keyhold/core/adapter";
import { accountModel, sessionModel, userModel, verificationModel } from "@keyhold/core/plugin";
import { describe, expect, inject, it } from "vitest";
import { freshDatabase, raceTypes } from "../../../../tests/harness/databases.js";
import { planMigration } from "../index.js";
import { mysql } from "../mysql.js";

const services = inject("services");
const models = [userModel, sessionModel, accountModel, verificationModel];
const whole: Schema = { models: new Map(models.map((model) => [model.name, model])) };
const firstTable: Schema = { models: new Map([["user", userModel]]) };

describe.skipIf(!raceTypes(services).includes("galera"))("processes at three nodes of Galera", () => {
  it("migrate at once, from no table or from one, and the tables are complete at every node", async () => {
    for (const before of [null, firstTable, null, firstTable]) {
      const fresh = await freshDatabase("galera", services);
      const nodes = fresh.place.split(" ").flatMap((url) => [mysql(url), mysql(url)]);
      const [first] = nodes;
      if (before && first) await (await planMigration(first, before)).apply();
      await Promise.all(nodes.map(async (node) => (await planMigration(node, whole)).apply()));
      for (const node of nodes) {
        const db = node.connect(whole);
        // This read waits for the writes of the other nodes.
        await db.count(userModel, {});
        expect((await planMigration(node, whole)).describe()).toBe("The database is up to date.");
        expect(await db.transactionOn(userModel, "nobody", async () => null)).toBeNull();
      }
      for (const node of nodes) await node.close();
      await fresh.drop();
    }
  });
});
