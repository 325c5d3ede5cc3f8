import type { Caller, Context, TxContext } from "../../contract/context.js";
import type { UserCreation, UserDraft } from "../../contract/hooks.js";
import { mayEmail } from "../../limit/email-limit.js";
import { type User, userModel } from "../../model/models.js";
import { fullModel } from "../../model/schema.js";
import { turnAfterAnswer } from "../../password/turn.js";
import { isKnownRight } from "../../password/verify.js";
import { findCredential, noUserId } from "../../records/credential/credential.js";
import { type OnTaken, prepareUser } from "../../records/user/create.js";
import { recordDuplicateSignUp } from "../../records/user/duplicate-sign-up.js";
import { reservedUser, userOf } from "../../records/user/held-address.js";
import { keepPending, pendingPasswords } from "../../records/user/pending-sign-up.js";
import { imaginedUser, publicUser } from "../../records/user/public.js";
import { failTaken, failTakenColumn } from "../../records/user/taken.js";
import { offerVerification } from "../verification/send-verification.js";

/** Ends the transaction of a sign-up: another user has the address, and the response must not reveal it. */
export class AddressTaken extends Error {
  override readonly name = "AddressTaken";
  constructor() {
    super("Another user has this address.");
  }
}

/** Conceals a taken address; a taken value of another column fails with the column's error. */
export const concealTaken: OnTaken = (ctx, column) => {
  if (column === "email") throw new AddressTaken();
  return failTaken(ctx, column);
};

/** The state of an address before a sign-up. */
export interface PresentAddress {
  readonly user: User | null;
  /** The stored hash of the user's password; null without a password. */
  readonly passwordHash: string | null;
  /**
   * A stored hash. The new hash gets the salt of this hash, so that a sign-in compares both by one hash; null: any
   * salt.
   */
  readonly like: string | null;
}

/** Runs as many statements for a free address as for a taken address. */
export async function findPresent(ctx: Context, email: string): Promise<PresentAddress> {
  const present = await ctx.db.find(userModel, { email });
  const user = present ?? (await reservedUser(ctx, email));
  const credential = user && (await findCredential(ctx, user.id));
  const [pending = null] = await pendingPasswords(ctx, { column: "email", value: email });
  const passwordHash = credential?.password ?? null;
  return { user, passwordHash, like: passwordHash ?? pending };
}

export interface RepeatedSignUp {
  readonly draft: UserDraft;
  readonly fields: UserCreation["fields"];
  readonly password: string;
  /** Null: the sign-up has another credential than a password. Then `present` is not null. */
  readonly passwordHash: string | null;
  /** The state before the hash was made; null if another sign-up has come first since. */
  readonly present: PresentAddress | null;
  readonly isRemembered: boolean;
  readonly callbackURL: string | undefined;
  readonly caller: Caller;
}

/**
 * Answers as if the user had been created, does not change the existing user, and stores the sign-up as pending. The
 * owner of a verified address is notified by email. For an unverified address, each of the sign-ups may be an
 * attacker's: if there were two different passwords, neither remains valid when the address is verified.
 */
export async function repeatSignUp(ctx: Context<"USER_ALREADY_EXISTS">, repeated: RepeatedSignUp): Promise<User> {
  const draft = await keepSignUp(ctx, repeated);
  notifyRepeatedSignUp(ctx, repeated);
  return imaginedUser(ctx, draft);
}

/** Emails the owner of an address that was signed up again, after the answer. */
export const notifyRepeatedSignUp = (ctx: Context, repeated: Notified): void =>
  ctx.later("Notifying the owner of a repeated sign-up", () => notifyOwner(ctx, repeated));

type Notified = Omit<RepeatedSignUp, "fields">;

/** The draft in stored form. */
async function keepSignUp(ctx: Context<"USER_ALREADY_EXISTS">, repeated: RepeatedSignUp): Promise<UserDraft> {
  const draft = await previewUser(ctx, repeated);
  const user = repeated.present?.user ?? (await userOf(ctx, draft.email));
  const passwordHash = isPresentPassword(ctx, repeated) ? null : repeated.passwordHash;
  // A user who was deleted or changed to another address meanwhile gets no pending sign-up.
  await ctx.transactionOn(userModel, user?.id ?? noUserId, async (ctx, user) => {
    if ((await userOf(ctx, draft.email))?.id === user.id) await keepPending(ctx, user, { draft, passwordHash });
  });
  return draft;
}

/** Runs the hooks. Their writes are rolled back: no user is created. */
async function previewUser(
  ctx: Context<"USER_ALREADY_EXISTS">,
  { draft: given, fields }: Pick<RepeatedSignUp, "draft" | "fields">,
): Promise<UserDraft> {
  const preview = ctx.transaction(async (ctx) => {
    const draft = await prepareUser(ctx, given, { isSignUp: true, fields });
    await checkOthersTaken(ctx, draft);
    throw new Previewed(draft);
  });
  return preview.catch((thrown: unknown) => {
    if (thrown instanceof Previewed) return thrown.draft;
    throw thrown;
  });
}

class Previewed extends Error {
  override readonly name = "Previewed";
  constructor(readonly draft: UserDraft) {
    super("The transaction of a preview is rolled back.");
  }
}

const isPresentPassword = ({ passwords }: Pick<Context, "passwords">, { present, passwordHash }: Notified): boolean =>
  passwordHash !== null && present?.passwordHash != null && passwords.isSame(present.passwordHash, passwordHash);

async function notifyOwner(ctx: Context, repeated: Notified): Promise<void> {
  const { draft, caller } = repeated;
  const user = await userOf(ctx, draft.email);
  if (!user) return;
  const { ipAddress, userAgent } = caller;
  ctx.emit({ type: "sign-up.repeated", user: publicUser(ctx, user), ipAddress, userAgent });
  if (user.emailVerified || user.email !== draft.email) return remind(ctx, { ...user, email: draft.email });
  if (!(await isSamePassword(ctx, user, repeated))) await recordDuplicateOfUnverified(ctx, user);
  if (ctx.settings.emailVerification.sendOnSignUp) await offerVerification(ctx, user, repeated);
}

/** An address that was verified or changed meanwhile is skipped. */
const recordDuplicateOfUnverified = (ctx: Context, { id, email }: User): Promise<unknown> =>
  ctx.transactionOn(userModel, id, async (ctx, user) => {
    if (!user.emailVerified && user.email === email) await recordDuplicateSignUp(ctx, user);
  });

/** A repeated click, or a lost response: the same password again means the same user. */
async function isSamePassword(ctx: Context, { id }: User, repeated: Notified): Promise<boolean> {
  if (repeated.present) return isPresentPassword(ctx, repeated);
  const { password, caller } = repeated;
  const credential = await findCredential(ctx, id);
  if (!credential) return false;
  return isKnownRight(ctx, { stored: credential.password, password, turn: turnAfterAnswer(caller) });
}

async function remind(ctx: Context, user: User): Promise<void> {
  if (!(await mayEmail(ctx, "already-registered", user.email))) return;
  ctx.send({ kind: "already-registered", to: user.email, user: publicUser(ctx, user) });
}

/** Fails with the errors of a sign-up with a free address, for either of two taken values. */
async function checkOthersTaken(ctx: TxContext, draft: UserDraft): Promise<void> {
  const users = { ...userModel, columns: fullModel(ctx.schema, userModel).columns };
  for (const column of ctx.takenErrors.keys()) {
    const value = draft[column] ?? null;
    if (value !== null && (await ctx.db.exists(users, { [column]: value }))) failTakenColumn(ctx, column);
  }
}
