import type { EmailContent, PluginEmail } from "../../contract/mail.js";
import type { User } from "../../model/models.js";
import { recoveryAddress } from "../../records/user/held-address.js";

type FindContext = Parameters<typeof recoveryAddress>[0];
type Message = EmailContent | PluginEmail;

/** The emails of this package that tell a user of a change of the account. They contain no secret. */
const kinds: ReadonlySet<Message["kind"]> = new Set(["password-changed", "account-linked", "account-unlinked"]);

const isNotification = (message: Message): boolean =>
  kinds.has(message.kind) || ("isNotice" in message && message.isNotice === true);

/**
 * A copy of the notification to the held address of the user: a new address is not known to be the owner's, not even a
 * verified address, because the mailbox alone verifies an address. Null for other emails, and for a user without a held
 * address.
 */
export async function recoveryCopy(ctx: FindContext, message: Message): Promise<Message | null> {
  if (!isNotification(message) || !("user" in message)) return null;
  const held = await recoveryAddress(ctx, message.user as Pick<User, "id">);
  return held === null || held === message.to ? null : { ...message, to: held };
}
