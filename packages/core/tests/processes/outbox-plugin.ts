import type { AuthConfig } from "@keyhold/core";
import { defineOutboxKind, type OutboxServerEndpoints } from "@keyhold/core/outbox";
import { defineModel, definePlugin, integer, type Plugin, type PluginTypes, text } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";

/** What the other server has done: one row per effect, outside of the transactions of the outbox. */
export const shippedModel = defineModel("shipped", {
  id: text().initially(() => crypto.randomUUID()),
  order: text().indexed(),
  owner: text().optional().indexed(),
  /** How many effects the owner had before. */
  before: integer(),
});

/** The rows that cause entries. */
export const orderModel = defineModel("order", {
  id: text().initially(() => crypto.randomUUID()),
  order: text().indexed(),
});

export const shipping = defineOutboxKind("orders.ship", {
  input: z.object({ order: z.string() }),
  async run({ input: { order }, owner, ctx }) {
    const before = owner === null ? 0 : await ctx.db.count(shippedModel, { owner });
    await ctx.db.insert(shippedModel, { order, owner, before });
  },
  ifUnknown: async ({ input: { order }, ctx }) =>
    (await ctx.db.exists(shippedModel, { order })) ? { result: undefined } : null,
});

interface OrderTypes extends PluginTypes {
  readonly serverEndpoints: OutboxServerEndpoints;
}

const orders = (): Plugin<OrderTypes> =>
  definePlugin<OrderTypes>({ id: "orders", models: [shippedModel, orderModel], outbox: [shipping] });

export const configOf = (database: AuthConfig["database"]) =>
  ({ ...raceConfig, plugins: [orders()], database }) as const;
