import type { Locked } from "../../adapter/adapter.js";
import { defineExpiringValue, type Finder } from "../../adapter/expiring-value.js";
import { isIn } from "../../adapter/where.js";
import { secondsPerDay } from "../../contract/config.js";
import type { Context, TxContext } from "../../contract/context.js";
import * as z from "../../contract/schema.js";
import type { Insert } from "../../model/model.js";
import { type User, userModel, verificationModel } from "../../model/models.js";
import { fingerprint } from "../../secret/hash.js";
import { randomText } from "../../secret/random.js";
import { publicUser } from "./public.js";

/*
 * A verified address that a user has changed is held until the mailbox of the new address and the account are known to
 * belong to a single client (decision 0077): the old address recovers the account, not the new address. Afterwards the
 * link of the email to the old address still undoes the change for seven days. Two rows: the user's addresses, and the
 * user for whom an address is reserved. Writers lock the user.
 */

const earlierAddress = z.object({
  email: z.string(),
  /** When the address was changed, in milliseconds, without the part of a second: databases may not store that part. */
  since: z.number(),
  /** Until when the change can be undone, in milliseconds; null: the address is held. */
  until: z.number().nullable(),
  /** The fingerprint of the secret in the link. */
  hash: z.string(),
  /** Whether the address is given up with the end of the hold. Rows of earlier versions lack this field. */
  releases: z.boolean().optional(),
});

/** An earlier address of a user, which an undo brings back. */
export interface EarlierAddress extends Readonly<z.infer<typeof earlierAddress>> {}

/** By the id of the user; a row ends with the last address. */
export const addressHistory = defineExpiringValue<readonly EarlierAddress[]>("held", {
  lifetimeSeconds: null,
  value: z.array(earlierAddress),
});
/** By the address: the id of the user for whom the address is reserved. */
const reservations = defineExpiringValue("reserved", { lifetimeSeconds: null, value: z.string() });

type FindContext = Finder & Pick<Context, "now">;
type Owner = Pick<User, "id">;

const undoMilliseconds = 7 * secondsPerDay * 1000;
const secretLength = 32;
/** The oldest are kept, so that an attacker does not push out the address of the owner by many changes. */
const maxEarlier = 5;

/** The earlier addresses of a user, in the order of the changes. Only the last address may be held. */
export const earlierAddresses = async (ctx: FindContext, userId: string): Promise<readonly EarlierAddress[]> =>
  stillKept(ctx, (await storedAddresses(ctx, userId)) ?? []);

/** The row as stored, also with addresses that have ended; null: no row. */
async function storedAddresses(ctx: Finder, userId: string): Promise<readonly EarlierAddress[] | null> {
  const row = await ctx.db.find(verificationModel, { identifier: addressHistory.placeOf(userId).identifier });
  return row && addressHistory.valueOf(row);
}

const stillKept = ({ now }: Pick<Context, "now">, all: readonly EarlierAddress[]): readonly EarlierAddress[] =>
  all.filter(({ until }) => until === null || until > now().getTime());

/** The held address of a user: this address recovers the account instead of `user.email`. Null: no address is held. */
export const recoveryAddress = async (ctx: FindContext, { id }: Owner): Promise<string | null> =>
  recoveryOf(await earlierAddresses(ctx, id))?.email ?? null;

/** The held address among earlier addresses. */
export const recoveryOf = (earlier: readonly EarlierAddress[]): EarlierAddress | null =>
  earlier.find(({ until }) => until === null) ?? null;

/** The user for whom an address is reserved, held or not; null: no user. */
export async function reservedUser(ctx: FindContext, email: string): Promise<User | null> {
  const reservation = await reservations.find(ctx, email);
  // Another library, or SQL, may have deleted the user without the reservation.
  return reservation && ctx.db.find(userModel, { id: reservation.value });
}

/** The user whose held address this is; null: no user. */
export async function userRecoveredBy(ctx: FindContext, email: string): Promise<User | null> {
  const user = await reservedUser(ctx, email);
  return user && (await recoveryAddress(ctx, user)) === email ? user : null;
}

/** The user who has an address, or for whom the address is reserved. */
export const userOf = async (ctx: FindContext, email: string): Promise<User | null> =>
  (await ctx.db.find(userModel, { email })) ?? reservedUser(ctx, email);

/** Whether an address is reserved for another user. Ask after the write of an address: the reservation may be newer. */
export async function isReserved(ctx: FindContext, email: string, { id }: Owner): Promise<boolean> {
  const user = await reservedUser(ctx, email);
  return user !== null && user.id !== id;
}

/** Whether the user lacks the verified address that the app requires for a session. A held address is verified. */
export const lacksVerifiedAddress = async (
  ctx: FindContext & Pick<Context, "settings">,
  user: Pick<User, "id" | "emailVerified">,
): Promise<boolean> =>
  ctx.settings.emailAndPassword.requireEmailVerification &&
  !user.emailVerified &&
  (await recoveryAddress(ctx, user)) === null;

/** Holds the address of a locked user, which has just been changed. Answers with the token of the link that undoes this. */
export async function holdAddress(ctx: TxContext, user: Locked<typeof userModel>, releases: boolean): Promise<string> {
  const token = await keepAddress(ctx, user, { until: null, releases });
  ctx.emit({ type: "email.held", user: publicUser(ctx, user) });
  return token;
}

/** Reserves the old address only: the new address is confirmed already. */
export const keepForUndo = (ctx: TxContext, user: Locked<typeof userModel>): Promise<string> =>
  keepAddress(ctx, user, { until: ctx.now().getTime() + undoMilliseconds });

/** Marks the held address of a locked user, if any, as given up with the end of the hold. */
export const markReleased = (ctx: TxContext, user: Locked<typeof userModel>): Promise<void> =>
  changeEarlier(
    ctx,
    user,
    (earlier) => recoveryOf(earlier) && earlier.map((one) => (one.until === null ? { ...one, releases: true } : one)),
  );

async function keepAddress(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  kind: Pick<EarlierAddress, "until" | "releases">,
): Promise<string> {
  const secret = randomText(secretLength);
  const since = Math.floor(ctx.now().getTime() / 1000) * 1000;
  const kept = { email: user.email, since, ...kind, hash: fingerprint(secret) };
  await changeEarlier(ctx, user, (earlier) => [...withoutHold(ctx, earlier).slice(0, maxEarlier - 1), kept]);
  return secret + user.id;
}

/** The earlier address and the user of a link's token; null if the token has no address. */
export async function readUndoToken(
  ctx: FindContext,
  token: string,
): Promise<{ readonly userId: string; readonly address: EarlierAddress } | null> {
  const userId = token.slice(secretLength);
  const hash = fingerprint(token.slice(0, secretLength));
  const address = (await earlierAddresses(ctx, userId)).find((one) => one.hash === hash);
  return address ? { userId, address } : null;
}

/** Mailbox and account belong to a single client: the hold ends. The undo stays, unless the old address is given up. */
export const endHold = (ctx: TxContext, user: Locked<typeof userModel>): Promise<void> =>
  changeEarlier(ctx, user, (earlier) => recoveryOf(earlier) && withoutHold(ctx, earlier));

function withoutHold(ctx: TxContext, earlier: readonly EarlierAddress[]): readonly EarlierAddress[] {
  const until = ctx.now().getTime() + undoMilliseconds;
  return earlier.flatMap((one) => (one.until === null && one.releases ? [] : [{ ...one, until: one.until ?? until }]));
}

/**
 * Replaces the earlier addresses of a locked user, and their reservations. `change` answers null for no change. Costs
 * one read, two removals and one insert, for any number of addresses.
 */
export async function changeEarlier(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  change: (earlier: readonly EarlierAddress[]) => readonly EarlierAddress[] | null,
): Promise<void> {
  const stored = await storedAddresses(ctx, user.id);
  const earlier = change(stillKept(ctx, stored ?? []));
  if (!earlier || (!stored && earlier.length === 0)) return;
  const reserved = (stored ?? []).map(({ email }) => reservations.placeOf(email).id);
  // Another user may have an address since the reservation has ended.
  if (reserved.length > 0) await ctx.db.remove(verificationModel, { id: isIn(reserved), value: user.id });
  const rows = rowsOf(ctx, user, earlier);
  const places = [addressHistory.placeOf(user.id), ...earlier.map(({ email }) => reservations.placeOf(email))];
  await ctx.db.remove(verificationModel, { id: isIn([...new Set(places.map(({ id }) => id))]) });
  await ctx.db.insertMany(verificationModel, rows, {
    onConflict() {
      throw new Error("The earlier addresses of a user were written without the user's lock.");
    },
  });
}

/** Forgets the earlier addresses of a locked user, and their reservations. */
export const forgetEarlier = (ctx: TxContext, user: Locked<typeof userModel>): Promise<void> =>
  changeEarlier(ctx, user, () => []);

/** The rows of earlier addresses. Of an address that was changed twice, the later end counts. */
function rowsOf(
  ctx: TxContext,
  { id }: Owner,
  earlier: readonly EarlierAddress[],
): readonly Insert<typeof verificationModel>[] {
  const endOf = ({ until }: EarlierAddress): Date | undefined => (until === null ? undefined : new Date(until));
  const last = earlier.at(-1);
  if (!last) return [];
  const latest = new Map(earlier.map((address) => [address.email, endOf(address)]));
  return [
    ...[...latest].map(([email, end]) => reservations.rowOf(ctx, email, id, end)),
    addressHistory.rowOf(ctx, id, earlier, endOf(last)),
  ];
}
