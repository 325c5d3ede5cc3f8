import { planMigration } from "@keyhold/adapter-kysely";
import { billing, billingHandlers } from "@keyhold/billing";
import { createAuth } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import { userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { deleteUser } from "@keyhold/core/users";
import { describe, expect, inject, test } from "vitest";
import { orderWire } from "../../../tests/harness/billing/purchases.ts";
import { secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { databaseTypes, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { repeats } from "../../../tests/harness/repeats.ts";
import { deliverEvents } from "./mirror/deliver.ts";
import { mirrorRows } from "./mirror/rows.ts";
import { insertUsers } from "./mirror/users.ts";

/* The deletion of a user, beside the first events of the user's customer. */

const services = inject("services");

describe.each(databaseTypes(services))("on %s", (type) => {
  test("sixteen first events beside the deletion of the user leave no row of the user", {
    timeout: 600_000,
  }, async () => {
    const fresh = await freshDatabase(type, services);
    const database = openDatabase(fresh);
    try {
      const plugins = [billing({ webhook: { secret, handlers: billingHandlers() }, mirror: true })] as const;
      const baseURL = "https://app.example.com";
      const auth = createAuth({ secret: "only for this test: 4f9b7c21d8e3a650", baseURL, database, plugins });
      await (await planMigration(database, auth.schema)).apply();
      const ctx = contextOf(auth) ?? expect.fail();
      const db = ctx.db as unknown as Adapter;
      for (let round = 0; round < repeats(50, 8); round += 1) {
        const userId = `user-${round}`;
        await insertUsers(db, userId);
        const customer = { ...orderWire.customer, id: `customer-${round}`, external_id: userId };
        const events = Array.from({ length: 16 }, (_, index) => ({
          type: "order.paid",
          data: { ...orderWire, id: `order-${round}-${index}`, customer_id: customer.id, customer },
        }));
        const deletion = async () => {
          for (let turn = 0; turn < round % 8; turn += 1) await db.find(userModel, { id: "none" });
          await ctx.transactionOn(userModel, userId, (tx, user) => deleteUser(tx, user));
        };
        await Promise.all([deliverEvents(auth, events, { secret, together: 16 }), deletion()]);
      }
      const { billingCustomer = [], billingOrder } = await mirrorRows(db);
      expect(billingOrder).toEqual([]);
      expect(billingCustomer).toHaveLength(repeats(50, 8));
      for (const row of billingCustomer) expect(row).toMatchObject({ ownerId: null, email: null, wire: null });
    } finally {
      await database.close();
      await fresh.drop();
    }
  });
});
