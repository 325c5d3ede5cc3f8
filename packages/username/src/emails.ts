import type { User } from "@keyhold/core";
import { type PluginEmail, publicUser, type TxContext } from "@keyhold/core/plugin";
import { safeName } from "@keyhold/core/safe-name";

/** Tells a user that the name by which they sign in is another one now. */
export interface UsernameChangedEmail extends PluginEmail {
  readonly kind: "username.changed";
  readonly user: User;
  /** Null: the user had none. */
  readonly oldUsername: string | null;
  /** Null: the user has none any more. */
  readonly newUsername: string | null;
}

export type UsernameEmail = UsernameChangedEmail;

/** What an email says of a name, which may look like a host or a telephone number. */
const named = (username: string | null): string =>
  username === null ? "no username" : (safeName(username) ?? "another username");

/** Sends the email about a change of the username; the limit of emails counts it. */
export function sendUsernameChanged(
  ctx: TxContext,
  user: User,
  { oldUsername, newUsername }: Pick<UsernameChangedEmail, "oldUsername" | "newUsername">,
): void {
  const { appName, origin } = ctx.settings;
  const message: UsernameChangedEmail = {
    kind: "username.changed",
    to: user.email,
    userId: user.id,
    url: origin,
    words: {
      subject: `The username of your ${appName} account was changed`,
      preview: "If it was not you, act at once.",
      heading: "Your username was changed",
      paragraphs: [
        "Hello,",
        `The username of your ${appName} account, ${user.email}, was changed from ${named(oldUsername)} to ${named(newUsername)}.`,
        `If it was not you, go to ${appName} at once and ask for a new password for this email address.`,
      ],
      label: `Go to ${appName}`,
      notes: ["If it was you, all is well."],
    },
    user: publicUser(ctx, user),
    oldUsername,
    newUsername,
  };
  ctx.sendLimited(message);
}
