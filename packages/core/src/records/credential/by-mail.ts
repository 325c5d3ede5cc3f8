import type { Locked } from "../../adapter/adapter.js";
import type { AuthMethod } from "../../contract/auth-method.js";
import type { TxContext } from "../../contract/context.js";
import type { Row } from "../../model/model.js";
import { accountModel, type SessionRow, type userModel } from "../../model/models.js";
import { findCredential } from "./credential.js";

/*
 * A client who has the mailbox can set a password. Such a password proves the mailbox, not a memory: with an emailed
 * code the mailbox is proven twice, which is one factor (SP 800-63B-4, 3.1.3.1). The `scope` of the password's account
 * says so. The `scope` is null for other passwords, and changes in one statement with the password (decision 0071).
 */

type Credential = Row<typeof accountModel>;

const mark = "mail";

/** The `scope` of the account of a password. */
export const scopeOf = (isByMail: boolean): string | null => (isByMail ? mark : null);

/** Whether a password was set by an email, and no other factor was given since. */
export const isByMail = ({ scope }: Pick<Credential, "scope">): boolean => scope === mark;

/** What a right password proves. */
export const methodsOfPassword = (credential: Pick<Credential, "scope">): readonly AuthMethod[] =>
  isByMail(credential) ? ["pwd", "mail"] : ["pwd"];

/**
 * The user of a password that was set by email has given another factor: from now on the password is a factor of its
 * own.
 *
 * @param session The session of the proof: a password that was set since the sign-in, perhaps by another person, stays
 * as it is
 */
export async function confirmPassword(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  session?: Pick<SessionRow, "createdAt">,
): Promise<void> {
  const credential = await findCredential(ctx, user.id);
  if (!credential || !isByMail(credential) || (session && credential.updatedAt > session.createdAt)) return;
  await ctx.db.update(accountModel, credential.id, { scope: null }, user);
}
