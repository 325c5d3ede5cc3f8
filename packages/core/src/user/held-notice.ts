import type { EmailContent, PluginEmail } from "../contract/mail.js";
import type { User } from "../model/models.js";
import { type FindContext, recoveryAddress } from "./held-address.js";

type Message = EmailContent | PluginEmail;

/** The emails of this package that tell a user of a change of the account. They contain no secret. */
const notices: ReadonlySet<Message["kind"]> = new Set(["password-changed", "account-linked", "account-unlinked"]);

const isNotice = (message: Message): boolean =>
  notices.has(message.kind) || ("isNotice" in message && message.isNotice === true);

/**
 * The copy of a notice for the held address of the user: the unverified new address is not known to be the owner's. Null
 * for other emails. A user with a verified address costs no statement.
 */
export async function copyForRecoveryAddress(ctx: FindContext, message: Message): Promise<Message | null> {
  if (!isNotice(message) || !("user" in message)) return null;
  const { id, emailVerified } = message.user as User;
  const held = emailVerified ? null : await recoveryAddress(ctx, { id });
  return held === null || held === message.to ? null : { ...message, to: held };
}
