import { type Locked, publicUser, type TxContext, type userModel } from "@keyhold/core/plugin";
import { openSession, type SignInWrites } from "@keyhold/core/session";
import { lacksVerifiedAddress } from "@keyhold/core/users";
import { accountOf } from "./row.js";
import type { PreparedSignIn, SocialSession, Unverified } from "./sign-in.js";
import { keptWrites } from "./sign-in-writes.js";

/** What is written to the account of an existing user. */
interface Writing {
  /**
   * The identity proves whose the address is, so credentials and factors from before may be an attacker's: the identity
   * is written before a factor is asked. Else the identity waits in the pending sign-in for the factor.
   */
  readonly isProof: boolean;
  /** The address that a linked identity has verified, and that ends the hold of another address; null: no address. */
  readonly confirms: string | null;
  readonly isMailbox?: boolean;
  /** Answers with the changed user. */
  write(): Promise<Locked<typeof userModel>>;
}

/** Opens a session for an existing user, whose account and profile the identity changes. */
export async function openExisting(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  user: Locked<typeof userModel>,
  signIn: PreparedSignIn,
  { isProof, confirms, isMailbox = false, write }: Writing,
): Promise<SocialSession | Unverified> {
  const { columns, change, providerUser } = signIn;
  if (isProof || (await lacksVerifiedAddress(ctx, user))) return openFor(ctx, await write(), { ...signIn, isMailbox });
  const kept = keptWrites({ owner: accountOf(providerUser), columns, change, confirms });
  let present = user;
  const apply = async () => {
    present = await signIn.step("unable_to_link_account", write);
    return present;
  };
  const session = await openFor(ctx, user, { ...signIn, isMailbox, writes: { kept, apply } });
  switch (session.kind) {
    case "unverified":
    case "postponed":
      return session;
    case "signed in":
      return { ...session, user: publicUser(ctx, present) };
  }
}

interface Opening extends PreparedSignIn {
  /** The identity is new to the user, and found by the address: it proves the mailbox. */
  readonly isMailbox?: boolean;
  readonly isNewUser?: boolean;
  readonly writes?: SignInWrites;
}

/** Opens the session of a user, or asks for more. */
export async function openFor(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  user: Locked<typeof userModel>,
  signIn: Opening,
): Promise<SocialSession | Unverified> {
  const { providerUser, isRemembered, callbackURL, newUserCallbackURL, caller, step } = signIn;
  const { isNewUser = false, isMailbox, writes } = signIn;
  const shown = publicUser(ctx, user);
  if (await lacksVerifiedAddress(ctx, user)) return { kind: "unverified", user: shown, isNewUser };
  const { id: method } = providerUser.provider;
  const opened = await step("unable_to_create_session", () =>
    openSession(ctx, user, {
      method,
      proof: { methods: isMailbox ? ["fed", "mail"] : ["fed"] },
      isRemembered,
      isNewUser,
      callbackURL: (isNewUser ? newUserCallbackURL : null) ?? callbackURL,
      writes: writes ?? null,
      caller,
    }),
  );
  const kind = writes && opened.kind === "asked" ? "postponed" : "signed in";
  return { kind, opened, cookies: opened.cookies, user: shown, isNewUser };
}
