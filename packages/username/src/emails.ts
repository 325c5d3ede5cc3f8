import type { User } from "@keyhold/core";
import { type PluginEmail, publicUser, type TxContext } from "@keyhold/core/plugin";
import { safeName } from "@keyhold/core/safe-name";

/** Notifies a user that the username for their sign-in has changed. */
export interface UsernameChangedEmail extends PluginEmail {
  readonly kind: "username.changed";
  readonly user: User;
  /** Null: the user had no username. */
  readonly oldUsername: string | null;
  /** Null: the user has no username now. */
  readonly newUsername: string | null;
}

/** An email of the plugin, by `kind`. */
export type UsernameEmail = UsernameChangedEmail;

/** A username in an email. A name that resembles a host or a telephone number is not shown. */
const named = (username: string | null): string =>
  username === null ? "no username" : (safeName(username) ?? "another username");

/** Sends the email about a changed username, which counts toward the limit of emails. */
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
      preview: "If it was not you, act now.",
      heading: "Your username was changed",
      paragraphs: [
        "Hello,",
        `The username of your ${appName} account, ${user.email}, was changed from ${named(oldUsername)} to ${named(newUsername)}.`,
        `If it was not you, go to ${appName} now and reset the password of this email address.`,
      ],
      label: `Go to ${appName}`,
      notes: ["If it was you, no action is needed."],
    },
    user: publicUser(ctx, user),
    oldUsername,
    newUsername,
    isNotice: true,
  };
  ctx.sendLimited(message);
}
