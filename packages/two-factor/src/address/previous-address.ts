import type { User } from "@keyhold/core";
import { defineExpiringValue, type HookContext, type TxContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { recoveryAddress } from "@keyhold/core/users";

/** How long a previous address is told of changes. */
const keptSeconds = 7 * 86_400;
/** The oldest are kept, so that many changes by an attacker do not push out the address of the owner. */
const maxKept = 5;

/** By the id of the user: the addresses in the order in which they were given up. */
const previousAddresses = defineExpiringValue("two-factor-previous-addresses", {
  lifetimeSeconds: keptSeconds,
  value: z.array(z.object({ email: z.string(), until: z.string() })),
});

/** The kept addresses that are told still, in the order in which they were given up. */
async function read(ctx: Pick<TxContext, "now" | "db">, userId: string) {
  const kept = (await previousAddresses.find(ctx, userId))?.value ?? [];
  return kept.filter(({ until }) => new Date(until) > ctx.now());
}

/**
 * Keeps the address of a locked user, for seven days, if it is verified: it may change now. An address that does not
 * change in the end stays the user's own, and is not told twice.
 */
export async function keepAddress(ctx: HookContext, user: User): Promise<void> {
  if (!user.emailVerified) return;
  const until = new Date(ctx.now().getTime() + keptSeconds * 1000).toISOString();
  const before = await read(ctx, user.id);
  const isKept = before.some(({ email }) => email === user.email);
  const kept = isKept
    ? before.map((one) => (one.email === user.email ? { ...one, until } : one))
    : [...before, { email: user.email, until }].slice(0, maxKept);
  await previousAddresses.put(ctx, user.id, kept);
}

/** Forgets the kept addresses of a user. */
export const forgetAddresses = async (ctx: HookContext, userId: string): Promise<void> =>
  void (await previousAddresses.end(ctx, userId));

/**
 * Forgets the addresses that a user gave up after the change that is undone: the attacker who has made the change reads
 * the emails to them.
 */
export async function forgetLaterAddresses(ctx: HookContext, userId: string, since: Date): Promise<void> {
  const end = since.getTime() + keptSeconds * 1000;
  await previousAddresses.replace(ctx, userId, (kept) => kept.filter(({ until }) => Date.parse(until) < end));
}

/**
 * Whom a change of the factors is told: the present address, each verified one of the last seven days, and the held
 * one.
 */
export async function addressesOf(ctx: Pick<TxContext, "now" | "db">, user: User): Promise<readonly string[]> {
  const previous = (await read(ctx, user.id)).map(({ email }) => email);
  const held = await recoveryAddress(ctx, user);
  return [...new Set([user.email, ...previous, ...(held === null ? [] : [held])])];
}
