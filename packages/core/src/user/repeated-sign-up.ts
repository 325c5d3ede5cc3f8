import type { Caller, Context } from "../contract/context.js";
import type { UserDraft } from "../contract/plugin.js";
import { type User, userModel } from "../model/models.js";
import { fullModel } from "../model/schema.js";
import { findCredential } from "../password/credential.js";
import { isKnownRight } from "../password/verify.js";
import { contest } from "./contested.js";
import { type OnTaken, refuseTaken } from "./create.js";
import { mayWriteTo } from "./letter-limit.js";
import { imaginedUser, publicUser } from "./public.js";
import { offerVerification } from "./send-verification.js";

/** Ends the transaction of a sign-up whose address somebody has, where the answer may not tell. */
export class AddressTaken extends Error {
  override readonly name = "AddressTaken";
  constructor(readonly draft: UserDraft) {
    super("Somebody has this address.");
  }
}

/** Tells nobody of a taken address; a taken value of another column is refused as ever. */
export const concealTaken: OnTaken = (ctx, column, draft) => {
  if (column === "email") throw new AddressTaken(draft);
  return refuseTaken(ctx, column);
};

export interface RepeatedSignUp {
  readonly draft: UserDraft;
  readonly password: string;
  readonly callbackURL: string | undefined;
  readonly caller: Caller;
}

/**
 * Answers as if the user had been created, and changes nothing of the one there is. Where the address is proven, its
 * owner is told. Where it is not, whoever signed up first may be somebody else, and so may whoever does now: of two
 * passwords none is believed when the address is proven.
 */
export async function repeatSignUp(ctx: Context, repeated: RepeatedSignUp): Promise<User> {
  await refuseOthersTaken(ctx, repeated.draft);
  ctx.later("Writing to somebody whose address was signed up again", () => tellOwner(ctx, repeated));
  return imaginedUser(ctx, repeated.draft);
}

async function tellOwner(ctx: Context, { draft, password, callbackURL, caller }: RepeatedSignUp): Promise<void> {
  const user = await ctx.db.find(userModel, { email: draft.email });
  if (!user) return;
  const { ipAddress, userAgent } = caller;
  ctx.emit({ type: "sign-up.repeated", user: publicUser(ctx, user), ipAddress, userAgent });
  if (user.emailVerified) return remind(ctx, user);
  if (!(await isSamePerson(ctx, user, password))) await contest(ctx, user);
  if (ctx.settings.emailVerification.sendOnSignUp) await offerVerification(ctx, user, callbackURL);
}

/** A button that was pressed twice, or an answer that was lost: the same password again is nobody else's. */
async function isSamePerson(ctx: Context, user: User, password: string): Promise<boolean> {
  const credential = await findCredential(ctx, user.id);
  return credential !== null && (await isKnownRight(ctx, credential.password, password));
}

async function remind(ctx: Context, user: User): Promise<void> {
  if (!(await mayWriteTo(ctx, "already-registered", user.email))) return;
  ctx.send({ kind: "already-registered", to: user.email, user: publicUser(ctx, user) });
}

/** Refuses what a free address would have been refused for, whichever of two taken values the database named. */
async function refuseOthersTaken(ctx: Context, draft: UserDraft): Promise<void> {
  const users = { ...userModel, columns: fullModel(ctx.schema, userModel).columns };
  for (const column of ctx.takenCodes.keys()) {
    const value = draft[column] ?? null;
    if (value !== null && (await ctx.db.exists(users, { [column]: value }))) refuseTaken(ctx, column);
  }
}
