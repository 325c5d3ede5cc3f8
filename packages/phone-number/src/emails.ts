import type { User } from "@keyhold/core";
import { type PluginEmail, publicUser, type TxContext } from "@keyhold/core/plugin";

/** Notifies a user that the phone number for their sign-in has changed. */
export interface PhoneNumberChangedEmail extends PluginEmail {
  readonly kind: "phone-number.changed";
  readonly user: User;
  /** Null: the user had no number. */
  readonly oldNumber: string | null;
  readonly newNumber: string;
}

/** An email of the plugin, by `kind`. */
export type PhoneNumberEmail = PhoneNumberChangedEmail;

/** The last two digits: enough for the owner, and no number for a reader of the mailbox. */
const masked = (number: string): string => `•••${number.slice(-2)}`;

/** Sends the email about a changed number, which counts toward the limit of emails. */
export function sendNumberChanged(
  ctx: TxContext,
  user: User,
  { oldNumber, newNumber }: Pick<PhoneNumberChangedEmail, "oldNumber" | "newNumber">,
): void {
  const { appName, origin } = ctx.settings;
  const what = oldNumber === null ? "was added to" : `replaced ${masked(oldNumber)} at`;
  const message: PhoneNumberChangedEmail = {
    kind: "phone-number.changed",
    to: user.email,
    userId: user.id,
    url: origin,
    words: {
      subject: `The phone number of your ${appName} account was changed`,
      preview: "If it was not you, act now.",
      heading: "Your phone number was changed",
      paragraphs: [
        "Hello,",
        `The phone number ${masked(newNumber)} ${what} your ${appName} account, ${user.email}. It signs you in by a code.`,
        `If it was not you, go to ${appName} now and reset the password of this email address.`,
      ],
      label: `Go to ${appName}`,
      notes: ["If it was you, no action is needed."],
    },
    user: publicUser(ctx, user),
    oldNumber,
    newNumber,
    isNotice: true,
  };
  ctx.sendLimited(message);
}
