import type { User } from "@keyhold/core";
import { type Context, type PluginEmail, publicUser, type TxContext } from "@keyhold/core/plugin";

/** Notifies a user that the phone number for their sign-in has changed. */
export interface PhoneNumberChangedEmail extends PluginEmail {
  readonly kind: "phone-number.changed";
  readonly user: User;
  /** Null: the user had no number. */
  readonly oldNumber: string | null;
  readonly newNumber: string;
}

/** Notifies a user that the user's phone number was removed: it signs the user in no more. */
export interface PhoneNumberRemovedEmail extends PluginEmail {
  readonly kind: "phone-number.removed";
  readonly user: User;
  readonly number: string;
}

/** Notifies a user that another person has verified the number. */
export interface PhoneNumberClaimedEmail extends PluginEmail {
  readonly kind: "phone-number.claimed";
  readonly user: User;
  readonly number: string;
  /** Until then the user keeps the number by a proof. */
  readonly endsAt: Date;
}

/** A code for the mailbox, beside the code of a number in doubt. */
export interface PhoneNumberCodeEmail extends PluginEmail {
  readonly kind: "phone-number.code";
  readonly user: User;
  readonly code: string;
  readonly expiresInSeconds: number;
  /** Until then the user keeps the number by a proof. */
  readonly endsAt: Date;
}

/** An email of the plugin, by `kind`. */
export type PhoneNumberEmail =
  | PhoneNumberChangedEmail
  | PhoneNumberRemovedEmail
  | PhoneNumberClaimedEmail
  | PhoneNumberCodeEmail;

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

/** Sends the email about a removed number, which counts toward the limit of emails. */
export function sendNumberRemoved(ctx: TxContext, user: User, number: string): void {
  const { appName, origin } = ctx.settings;
  const message: PhoneNumberRemovedEmail = {
    kind: "phone-number.removed",
    to: user.email,
    userId: user.id,
    url: origin,
    words: {
      subject: `The phone number of your ${appName} account was removed`,
      preview: "If it was not you, act now.",
      heading: "Your phone number was removed",
      paragraphs: [
        "Hello,",
        `The phone number ${masked(number)} was removed from your ${appName} account, ${user.email}. It does not sign you in any more.`,
        `If it was not you, go to ${appName} now and reset the password of this email address.`,
      ],
      label: `Go to ${appName}`,
      notes: ["If it was you, no action is needed."],
    },
    user: publicUser(ctx, user),
    number,
    isNotice: true,
  };
  ctx.sendLimited(message);
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Sends the email about a claimed number, which counts toward the limit of emails. */
export function sendNumberClaimed(
  ctx: TxContext,
  user: User,
  { number, endsAt }: Pick<PhoneNumberClaimedEmail, "number" | "endsAt">,
): void {
  const { appName, origin } = ctx.settings;
  const message: PhoneNumberClaimedEmail = {
    kind: "phone-number.claimed",
    to: user.email,
    userId: user.id,
    url: origin,
    words: {
      subject: `Another person uses the phone number of your ${appName} account`,
      preview: `You keep the number if you verify it until ${dayOf(endsAt)}.`,
      heading: "Is this still your number?",
      paragraphs: [
        "Hello,",
        `another person has verified the phone number ${masked(number)} of your ${appName} account, ${user.email}. The number alone does not open your account now.`,
        `If the number is yours, sign in and verify it again until ${dayOf(endsAt)}. Else it leaves your account.`,
      ],
      label: `Go to ${appName}`,
      notes: ["If you have given up the number, no action is needed: your account stays yours."],
    },
    user: publicUser(ctx, user),
    number,
    endsAt,
    isNotice: true,
  };
  ctx.sendLimited(message);
}

/** Sends a code for the mailbox. The caller has counted the email. */
export function sendMailboxCode(
  ctx: Context,
  user: User,
  content: Pick<PhoneNumberCodeEmail, "to" | "code" | "expiresInSeconds" | "endsAt"> & { readonly number: string },
): void {
  const { appName, appUrl } = ctx.settings;
  const { number, ...sent } = content;
  const minutes = Math.floor(sent.expiresInSeconds / 60);
  const message: PhoneNumberCodeEmail = {
    ...sent,
    kind: "phone-number.code",
    userId: user.id,
    url: appUrl,
    user: publicUser(ctx, user),
    words: {
      subject: `Your code for ${appName}`,
      preview: `The code works for ${minutes} minutes.`,
      heading: `Sign in to ${appName}`,
      paragraphs: [
        "Hello,",
        `the phone number ${masked(number)} of your ${appName} account was verified. You have not used it for long, or another person has it now, so this code is needed as well:`,
        sent.code,
        "Type it in the browser in which you typed the code from your phone.",
      ],
      label: `Go to ${appName}`,
      notes: [
        `The code works once, for ${minutes} minutes. Tell no one the code.`,
        `If it was not you, the number has another owner: it leaves your account after ${dayOf(sent.endsAt)}, and your account stays yours.`,
      ],
      lastLine: `@${new URL(appUrl).hostname} #${sent.code}`,
    },
  };
  ctx.send(message);
}
