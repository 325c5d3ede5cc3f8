import { defineExpiringValue } from "../../adapter/expiring-value.js";
import { before } from "../../adapter/where.js";
import type { Context, HookContext, TxContext } from "../../contract/context.js";
import * as z from "../../contract/schema.js";
import { type User, verificationModel } from "../../model/models.js";
import { recoveryAddress } from "../../records/user/held-address.js";
import { randomText } from "../../secret/random.js";
import type { SentProof } from "./codes.js";

/*
 * Each recipient, an address of email or a phone number, has a round. The links and codes for the recipient carry the
 * round, and the first that has an effect consumes the round in its transaction: of all links and codes of a recipient
 * one works, also without an account.
 */

/** A round lasts longer than a link or a code. */
const lifetimeSeconds = 86_400;

/** By the recipient. */
const rounds = defineExpiringValue("mailbox-round", { lifetimeSeconds, value: z.string() });

/** The round of a recipient: the present round, prolonged if it ends before the link or code, else a new round. */
export async function roundOf(ctx: Context, to: string, until: Date): Promise<string> {
  const present = await rounds.find(ctx, to);
  // A new round would end each link and code that a user waits for, also at the request of an attacker.
  if (present && (present.expiresAt >= until || (await prolong(ctx, to, present.value)))) return present.value;
  // A round that has ended would hinder the insert. A newer round, of a request at the same time, stays.
  const { identifier } = rounds.placeOf(to);
  await ctx.db.remove(verificationModel, { identifier, expiresAt: before(until) });
  const round = randomText(16);
  const isFirst = await ctx.db.insert(verificationModel, rounds.rowOf(ctx, to, round), { onConflict: () => null });
  if (isFirst) return round;
  // Another request has begun the round. If the round has ended since, the new link does not work.
  return (await rounds.find(ctx, to))?.value ?? round;
}

/** False: another call has consumed or prolonged the round. */
const prolong = (ctx: Context, to: string, round: string): Promise<boolean> =>
  ctx.transaction(async (ctx) => {
    if (!(await consumeRound(ctx, { to, round }))) return false;
    await rounds.insert(ctx, to, round);
    return true;
  });

/** Whether no other link or code has ended the round. Only `consumeRound` decides. */
export const isLiveRound = async (ctx: Context, { to, round }: Pick<SentProof, "to" | "round">): Promise<boolean> =>
  (await rounds.find(ctx, to))?.value === round;

/** Uses up the round of a link or a code: of many callers one gets true. */
export const consumeRound = async (ctx: TxContext, { to, round }: Pick<SentProof, "to" | "round">): Promise<boolean> =>
  (await rounds.consume(ctx, to, round)) !== null;

/** Ends every link and code of a recipient. */
export const endRound = async (ctx: Pick<TxContext, "db">, to: string): Promise<void> =>
  void (await rounds.end(ctx, to));

/** Ends the rounds of a locked user: in the mailbox of the address, and of an address that is held for the user. */
export async function endRoundsOf(ctx: HookContext, user: User): Promise<void> {
  await endRound(ctx, user.email);
  const held = await recoveryAddress(ctx, user);
  if (held !== null) await endRound(ctx, held);
}
