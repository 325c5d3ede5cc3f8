import type { User } from "@keyhold/core";
import { type HookContext, type TxContext, verificationIdentifier, verificationModel } from "@keyhold/core/plugin";
import { recoveryAddress } from "@keyhold/core/users";

const purpose = "two-factor-previous-addresses";
/** How long a previous address is told of changes. */
const keptSeconds = 7 * 86_400;
/** The oldest are kept, so that many changes by an attacker do not push out the address of the owner. */
const maxKept = 5;

interface Previous {
  readonly email: string;
  readonly until: string;
}

const identifierOf = (userId: string): string => verificationIdentifier(purpose, userId);

/** The kept addresses that are told still, in the order in which they were given up. */
async function read(ctx: Pick<TxContext, "now" | "db">, userId: string): Promise<readonly Previous[]> {
  const row = await ctx.db.find(verificationModel, { identifier: identifierOf(userId) });
  const kept = row ? (JSON.parse(row.value) as readonly Previous[]) : [];
  return kept.filter(({ until }) => new Date(until) > ctx.now());
}

/**
 * Keeps the address of a locked user, for seven days, if it is verified: it may change now. An address that does not
 * change in the end stays the user's own, and is not told twice.
 */
export async function keepAddress(ctx: HookContext, user: User): Promise<void> {
  if (!user.emailVerified) return;
  const now = ctx.now();
  const until = new Date(now.getTime() + keptSeconds * 1000).toISOString();
  const before = await read(ctx, user.id);
  const isKept = before.some(({ email }) => email === user.email);
  const kept = isKept
    ? before.map((one) => (one.email === user.email ? { ...one, until } : one))
    : [...before, { email: user.email, until }].slice(0, maxKept);
  await forgetAddresses(ctx, user.id);
  await ctx.db.insert(verificationModel, {
    identifier: identifierOf(user.id),
    value: JSON.stringify(kept),
    expiresAt: new Date(now.getTime() + keptSeconds * 1000),
    createdAt: now,
    updatedAt: now,
  });
}

/** Forgets the kept addresses of a user. */
export async function forgetAddresses(ctx: HookContext, userId: string): Promise<void> {
  await ctx.db.remove(verificationModel, { identifier: identifierOf(userId) });
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
