import type { Locked } from "../../adapter/adapter.js";
import type { AuthMethod } from "../../contract/auth-method.js";
import type { TxContext } from "../../contract/context.js";
import type { Row } from "../../model/model.js";
import { accountModel, type SessionRow, type userModel } from "../../model/models.js";
import { findCredential } from "./credential.js";

/*
 * A client who has the mailbox or the phone can set a password. Such a password proves the mailbox or the phone, not a
 * memory: with a code that is sent there it is proven twice, which is one factor (SP 800-63B-4, 3.1.3.1). The `scope` of
 * the password's account says so. The `scope` is null for other passwords, and changes in one statement with the
 * password (decision 0071).
 */

type Credential = Pick<Row<typeof accountModel>, "scope">;

const channels = ["mail", "sms"] as const satisfies readonly AuthMethod[];

/** Where a code or link goes that lets a client set a password: the mailbox or the phone. */
export type PasswordChannel = (typeof channels)[number];

/** The channels among methods: a list, or a text of their names. */
export const channelsAmong = (methods: string | readonly string[] | null): readonly PasswordChannel[] =>
  channels.filter((channel) => methods?.includes(channel));

/** The channels that a password was set by, if no other factor was given since. */
export const channelsOf = ({ scope }: Credential): readonly PasswordChannel[] => channelsAmong(scope);

/** The `scope` of the account of a password. */
export const scopeOf = (setBy: readonly PasswordChannel[]): string | null => setBy.join(",") || null;

/** What a right password proves. */
export const methodsOfPassword = (credential: Credential): readonly AuthMethod[] => ["pwd", ...channelsOf(credential)];

/**
 * The user of a password that was set by email or text has given another factor: from now on the password is a factor of
 * its own.
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
  if (!credential || credential.scope === null || (session && credential.updatedAt > session.createdAt)) return;
  await ctx.db.update(accountModel, credential.id, { scope: null }, user);
}
