import type { User } from "@keyhold/core";
import { type Caller, type Context, type MoreAsked, publicUser, type UserDraft, userModel } from "@keyhold/core/plugin";
import { clearedCopy, openSession } from "@keyhold/core/session";
import {
  AddressTaken,
  concealTaken,
  createUser,
  failTaken,
  noteWay,
  repeatSignUp,
  reservedUser,
  sendVerification,
  userOf,
} from "@keyhold/core/users";
import { passkeyErrors } from "../errors.js";
import { addPasskey, type NewPasskey } from "./add-passkey.js";
import { methodsOf } from "./methods.js";
import { findByCredential } from "./passkeys.js";
import { equalizeSignUp, isPendingPasskey, keepPendingPasskey } from "./pending-passkey.js";

/** A sign-up with a passkey. */
export interface PasskeySignUp {
  readonly passkey: NewPasskey;
  readonly userColumns: Readonly<Record<string, unknown>>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly isRemembered: boolean;
  readonly callbackURL: string | undefined;
  readonly caller: Caller;
}

/** The result, as of a sign-up with a password. */
export interface SignedUp {
  readonly user: User;
  /** More is asked before a session is opened; else null. */
  readonly asked: MoreAsked | null;
  /** Null if no session was opened. */
  readonly token: string | null;
  readonly cookies: readonly string[];
}

type Codes = "PREVIOUSLY_REGISTERED" | "TOO_MANY_PASSKEYS" | "USER_ALREADY_EXISTS" | "FAILED_TO_CREATE_SESSION";

/** The copy of a guest's session goes: of a guest who has become the user, the session has ended. */
const noSession = (ctx: Pick<Context, "settings">, user: User, caller: Caller): SignedUp => ({
  user,
  asked: null,
  token: null,
  cookies: clearedCopy(ctx, caller),
});

/**
 * Creates a user with a passkey, and sends the verification email. If `requireEmailVerification` is set, a taken
 * address gets the same answer after as many statements, and the owner an email.
 */
export async function signUpWithPasskey(ctx: Context<Codes>, given: PasskeySignUp): Promise<SignedUp> {
  const { passkey } = given;
  const { credential } = passkey;
  // Before the address is looked at: also with a taken address a passkey is registered once.
  if ((await findByCredential(ctx, credential.id)) || (await isPendingPasskey(ctx, credential.id)))
    return ctx.fail(passkeyErrors.PREVIOUSLY_REGISTERED);
  const draft = draftOf(ctx, given);
  const isConcealed = ctx.settings.emailAndPassword.requireEmailVerification;
  const reserved = isConcealed ? await reservedUser(ctx, draft.email) : null;
  const owner = isConcealed ? ((await ctx.db.find(userModel, { email: draft.email })) ?? reserved) : null;
  if (owner) return repeat(ctx, draft, given, owner);
  try {
    const signedUp = await register(ctx, draft, given);
    if (isConcealed) await equalizeSignUp(ctx, signedUp.user);
    if (ctx.settings.emailVerification.sendOnSignUp) sendVerification(ctx, signedUp.user, given);
    return signedUp;
  } catch (error) {
    if (!(error instanceof AddressTaken)) throw error;
    // Another sign-up with this address came first meanwhile.
    return repeat(ctx, draft, given, await userOf(ctx, draft.email));
  }
}

/** The answer to a sign-up with the address of another user. */
async function repeat(
  ctx: Context<Codes>,
  draft: UserDraft,
  given: PasskeySignUp,
  owner: User | null,
): Promise<SignedUp> {
  const { passkey, fields, isRemembered, callbackURL, caller } = given;
  const present = { user: owner, passwordHash: null, like: null };
  const user = await repeatSignUp(ctx, {
    draft,
    fields,
    password: "",
    passwordHash: null,
    present,
    isRemembered,
    callbackURL,
    caller,
  });
  await keepPendingPasskey(ctx, passkey.credential, handleOf(given));
  return noSession(ctx, user, caller);
}

const handleOf = ({ passkey }: PasskeySignUp): string => passkey.credential.challenge.signUp?.userHandle ?? "";

function draftOf(ctx: Context, given: PasskeySignUp): UserDraft {
  const { email = "", name = "" } = given.passkey.credential.challenge.signUp ?? {};
  const now = ctx.now();
  const own = { name, email, image: null, createdAt: now, updatedAt: now, webauthnUserId: handleOf(given) };
  return { ...given.userColumns, ...own };
}

function register(ctx: Context<Codes>, draft: UserDraft, given: PasskeySignUp): Promise<SignedUp> {
  const { passkey, fields, isRemembered, callbackURL, caller } = given;
  const { autoSignIn, requireEmailVerification } = ctx.settings.emailAndPassword;
  return ctx.transaction(async (ctx) => {
    const onTaken = requireEmailVerification ? concealTaken : failTaken;
    const created = await createUser(ctx, draft, { caller, fields, onTaken });
    await addPasskey(ctx, created, passkey);
    await noteWay(ctx, created);
    const user = publicUser(ctx, created);
    if (!autoSignIn || requireEmailVerification) return noSession(ctx, user, caller);
    const methods = methodsOf(passkey.credential, passkey.credential.userVerified);
    const proof = { methods };
    const signIn = { method: "passkey", proof, isNewUser: true, isRemembered, callbackURL, caller };
    const opened = await openSession(ctx, created, signIn);
    if (opened.kind === "asked") return { user, token: null, asked: opened.asked, cookies: opened.cookies };
    return { user, asked: null, token: opened.token, cookies: opened.cookies };
  });
}
