import type { Locked } from "../../adapter/adapter.js";
import { defineExpiringValue, type Finder } from "../../adapter/expiring-value.js";
import { before } from "../../adapter/where.js";
import type { Context, TxContext } from "../../contract/context.js";
import type { UserDraft } from "../../contract/hooks.js";
import * as z from "../../contract/schema.js";
import { userModel, verificationModel } from "../../model/models.js";
import { failTakenColumn } from "./taken.js";

/*
 * If an address must be verified before a session is opened, a sign-up with a taken address gets the same answer as a
 * sign-up with a free address (security.md, "Enumeration"). After a sign-up with a free address, sign-in accepts the
 * password although the address is not verified, and other sign-ups cannot have the username. So a taken address has
 * these effects for the lifetime of the email: a row for the address, and a row for each value of a unique column.
 */

/** A unique column of the user, used for sign-in, and the stored value. */
export interface UniqueValue {
  /** "email", or a column of a plugin, e.g. "username". */
  readonly column: string;
  readonly value: string;
}

/** A further sign-up with the address gets the same answer, and the password is not stored. */
const maxPasswords = 10;

const pending = z.object({
  /** The user with the address. The lock of this user guards the row. */
  userId: z.string(),
  hashes: z.array(z.string()).readonly(),
});
type Pending = z.infer<typeof pending>;

/** By column and value, as long as an email: `endOfEmail`. */
const pendingSignUps = defineExpiringValue("pending-sign-up", { lifetimeSeconds: null, value: pending });

const nameOf = ({ column, value }: UniqueValue): string => JSON.stringify([column, value]);

type FindContext = Finder & Pick<Context, "now">;

/** The password hashes of the pending sign-ups with this value, oldest first; empty if there is no such sign-up. */
export const pendingPasswords = async (ctx: FindContext, unique: UniqueValue): Promise<readonly string[]> =>
  (await findPending(ctx, unique))?.hashes ?? [];

const findPending = async (ctx: FindContext, unique: UniqueValue): Promise<Pending | null> =>
  (await pendingSignUps.find(ctx, nameOf(unique)))?.value ?? null;

/** Rejects a draft or a change with a value that a pending sign-up has: as if that user existed. */
export async function checkPending(
  ctx: Pick<TxContext, "db" | "now" | "settings" | "takenErrors" | "fail">,
  draft: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!ctx.settings.emailAndPassword.requireEmailVerification) return;
  for (const unique of uniqueValues(ctx, draft)) {
    if ((await pendingPasswords(ctx, unique)).length > 0) return failTakenColumn(ctx, unique.column);
  }
}

/**
 * Stores a sign-up with the address of a locked user as pending. `passwordHash`: null if the user has this password.
 *
 * @throws AuthError the code of a unique column if another pending sign-up has the value.
 */
export async function keepPending(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  { draft, passwordHash }: { readonly draft: UserDraft; readonly passwordHash: string | null },
): Promise<void> {
  for (const unique of uniqueValues(ctx, draft)) {
    const { id } = pendingSignUps.placeOf(nameOf(unique));
    await ctx.db.remove(verificationModel, { id, expiresAt: before(ctx.now()) });
    const value = { userId: user.id, hashes: [passwordHash ?? ""] };
    const row = pendingSignUps.rowOf(ctx, nameOf(unique), value, endOfEmail(ctx));
    await ctx.db.insert(verificationModel, row, { onConflict: () => failTakenColumn(ctx, unique.column) });
  }
  if (passwordHash === null) return;
  const place = { column: "email", value: draft.email };
  const present = await pendingPasswords(ctx, place);
  const isKnown = present.includes(passwordHash) || present.length >= maxPasswords;
  await replace(ctx, place, { userId: user.id, hashes: isKnown ? present : [...present, passwordHash] });
}

/** Prolongs a pending sign-up by the lifetime of an email: for a free address an email would be sent now. */
export async function prolongPending(ctx: Context, unique: UniqueValue): Promise<void> {
  const { userId = "" } = (await findPending(ctx, unique)) ?? {};
  await ctx.transactionOn(userModel, userId, async (ctx) => {
    const pending = await findPending(ctx, unique);
    if (pending?.userId === userId) await replace(ctx, unique, pending);
  });
}

const endOfEmail = ({ now, settings }: Pick<Context, "now" | "settings">): Date =>
  new Date(now().getTime() + settings.emailVerification.expiresInSeconds * 1000);

/** Removes the pending sign-ups of an address, once the owner has verified the address. */
export async function endPending({ db, settings }: Pick<TxContext, "db" | "settings">, email: string): Promise<void> {
  if (!settings.emailAndPassword.requireEmailVerification) return;
  await pendingSignUps.end({ db }, nameOf({ column: "email", value: email }));
}

const replace = (ctx: TxContext, unique: UniqueValue, pending: Pending): Promise<string> =>
  pendingSignUps.put(ctx, nameOf(unique), pending, endOfEmail(ctx));

const uniqueValues = (
  { takenErrors }: Pick<TxContext, "takenErrors">,
  draft: Readonly<Record<string, unknown>>,
): readonly UniqueValue[] =>
  [...takenErrors.keys()].flatMap((column) => {
    const value = draft[column];
    return typeof value === "string" ? [{ column, value }] : [];
  });
