import { defineOutboxKind, type OutboxAttempt, type OutboxServerEndpoints } from "@keyhold/core/outbox";
import type { Context } from "@keyhold/core/plugin";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { contextOf } from "@keyhold/core/tools";
import { createTestAuth } from "@keyhold/testing";
import { expect } from "vitest";

export type ShopAttempt = OutboxAttempt<{ readonly order: string }>;

/** Another server, as far as the outbox knows it: what a test lets it do. */
export interface Shop {
  /** Called by each attempt. */
  ship(attempt: ShopAttempt): unknown;
  /** Called before a repetition after an unknown outcome. */
  hasShipped?(attempt: ShopAttempt): boolean;
}

interface ShopTypes extends PluginTypes {
  readonly serverEndpoints: OutboxServerEndpoints;
}

export const input = z.object({ order: z.string() });

export const asking = defineOutboxKind("shop.asking", {
  input,
  run: async (attempt, shop: Shop) => shop.ship(attempt),
  ifUnknown: async (attempt, shop) => (shop.hasShipped?.(attempt) ? { result: "shipped before" } : null),
  finish: async (ctx, { input: { order }, result }) => {
    ctx.emit({ type: "shop.finished", order, result } as never);
  },
});
export const repeated = defineOutboxKind("shop.repeated", {
  input,
  run: async (attempt, shop: Shop) => shop.ship(attempt),
  ifUnknown: "repeat",
  isOrdered: false,
});
export const failing = defineOutboxKind("shop.failing", {
  input,
  run: async (attempt, shop: Shop) => shop.ship(attempt),
  ifUnknown: "fail",
  endsWithOwner: true,
  timeoutSeconds: 5,
  expiresInSeconds: 3600,
});

export const shopPlugin = (shop: Shop): Plugin<ShopTypes> =>
  definePlugin<ShopTypes>({ id: "shop", options: shop, outbox: [asking, repeated, failing] });

/** An auth with the kinds of a shop. */
export function openShop(shop: Shop) {
  const world = createTestAuth({ plugins: [shopPlugin(shop)] });
  const ctx: Context = contextOf(world.auth) ?? expect.fail();
  const told = () => world.events.filter(({ type }) => type === "outbox.failed");
  const finished = () => world.events.filter(({ type }) => String(type) === "shop.finished");
  return { ...world, ctx, told, finished };
}
