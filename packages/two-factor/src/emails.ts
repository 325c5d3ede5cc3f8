import type { User } from "@keyhold/core";
import { type Context, type PluginEmail, publicUser, type TxContext } from "@keyhold/core/plugin";
import { recoveryAddress } from "@keyhold/core/users";
import { addressesOf } from "./address/previous-address.js";
import type { CodeKind } from "./verify/guesses.js";

/** The changes that a user is told. */
export type NoticeKind =
  | "two-factor.enabled"
  | "two-factor.disabled"
  | "two-factor.reset"
  | "two-factor.backup-codes-renewed"
  | "two-factor.backup-code-used"
  | "two-factor.device-trusted"
  | "two-factor.closed"
  | "two-factor.recovery-finished";

/** Tells a user of a change of their second factors. */
export interface TwoFactorNotice extends PluginEmail {
  readonly kind: NoticeKind;
  readonly user: User;
  /** The unused backup codes, after one was used; else null. */
  readonly left: number | null;
  /** The codes that are not accepted any more, after a hundred wrong ones; else null. */
  readonly closed: CodeKind | null;
}

/** What the email about a change tells beside it. */
export interface NoticeDetails {
  readonly left?: number;
  readonly closed?: CodeKind;
}

/** The code of a sign-in. */
export interface TwoFactorCodeEmail extends PluginEmail {
  readonly kind: "two-factor.code";
  readonly user: User;
  readonly code: string;
  readonly expiresInSeconds: number;
}

/** A recovery was started; `url` stops it. */
export interface TwoFactorRecoveryEmail extends PluginEmail {
  /** "two-factor.recovery-due": the second email, the day before the recovery ends. */
  readonly kind: "two-factor.recovery-started" | "two-factor.recovery-due";
  readonly user: User;
  /** The secret in the link, for an app with a page of its own. */
  readonly token: string;
  readonly endsAt: Date;
}

/** An email of the plugin, by `kind`. */
export type TwoFactorEmail = TwoFactorNotice | TwoFactorCodeEmail | TwoFactorRecoveryEmail;

/** The sentence of each kind, after "For your account at <app>, <address>: ". */
const happened: Readonly<Record<NoticeKind, string>> = {
  "two-factor.enabled": "A second factor was enabled",
  "two-factor.disabled": "The second factor was disabled",
  "two-factor.reset": "The second factor was reset by an administrator",
  "two-factor.backup-codes-renewed": "New backup codes were made, and the old ones have ended",
  "two-factor.backup-code-used": "A backup code was used",
  "two-factor.device-trusted": "A browser was trusted: it is not asked for the second factor",
  "two-factor.recovery-finished": "The second factors were removed by a recovery",
  "two-factor.closed": "Codes are not accepted any more, after a hundred wrong ones",
};

/** The sentence about a closed kind of codes. */
const closedCodes: Readonly<Record<CodeKind, string>> = {
  totp: "Codes of your authenticator app are not accepted any more, after a hundred wrong ones",
  otp: "Codes that are sent to you are not accepted any more, after a hundred wrong ones",
  "backup-code": "Backup codes are not accepted any more, after a hundred wrong ones",
};

/**
 * Sends the email about a change to the user's address, and to each one of the last seven days. It counts toward the
 * limit of emails.
 */
export async function sendNotice(
  ctx: TxContext,
  user: User,
  kind: NoticeKind,
  { left, closed }: NoticeDetails = {},
): Promise<void> {
  const { appName, appUrl } = ctx.settings;
  const sentence = closed ? closedCodes[closed] : happened[kind];
  const further = [
    ...(left === undefined || left > 3
      ? []
      : [`You have ${left} backup ${left === 1 ? "code" : "codes"} left. Make new ones in your account settings.`]),
    ...(closed
      ? [`A sign-in with another second factor opens them again, and so does the support of ${appName}.`]
      : []),
  ];
  const message = (to: string): TwoFactorNotice => ({
    kind,
    to,
    userId: user.id,
    url: appUrl,
    words: {
      subject: `${sentence.split(":")[0]}: ${appName}`,
      preview: "If it was not you, act now.",
      heading: sentence.split(":")[0] ?? sentence,
      paragraphs: [
        "Hello,",
        `${sentence}. This concerns your ${appName} account, ${user.email}.`,
        ...further,
        `If it was not you, go to ${appName} now, change your password and sign out everywhere.`,
      ],
      label: `Go to ${appName}`,
      notes: ["If it was you, no action is needed."],
    },
    user: publicUser(ctx, user),
    left: left ?? null,
    closed: closed ?? null,
  });
  for (const to of await addressesOf(ctx, user)) ctx.sendLimited(message(to));
}

/** Sends the code of a sign-in to the user. The caller has counted it. */
export function sendCodeEmail(ctx: Context | TxContext, user: User, code: string, minutes: number): void {
  const { appName, appUrl } = ctx.settings;
  const message: TwoFactorCodeEmail = {
    kind: "two-factor.code",
    to: user.email,
    userId: user.id,
    url: appUrl,
    words: {
      subject: `${code} is your ${appName} code`,
      preview: `It works for ${minutes} minutes.`,
      heading: "Your sign-in code",
      paragraphs: ["Hello,", `Your code for ${appName} is ${code}. Do not share it: we never ask for it.`],
      label: `Go to ${appName}`,
      notes: [
        `The code works for ${minutes} minutes.`,
        "If you did not sign in, another person may know your password: change it now.",
      ],
      // Browsers of phones read the code by this line, and offer it on this host alone.
      lastLine: `@${new URL(appUrl).hostname} #${code}`,
    },
    user: publicUser(ctx, user),
    code,
    expiresInSeconds: minutes * 60,
  };
  ctx.send(message);
}

/**
 * Tells the user of a recovery, at the present, the recent verified and the held address, with the link that stops the
 * recovery: the app may not know yet whose the present address is. The email is never dropped by a limit.
 */
export async function sendRecoveryEmail(
  ctx: TxContext,
  user: User,
  { kind, token, endsAt }: Pick<TwoFactorRecoveryEmail, "kind" | "token" | "endsAt">,
): Promise<void> {
  const { appName, appUrl, publicPath } = ctx.settings;
  const message = (to: string): TwoFactorRecoveryEmail => ({
    kind,
    to,
    userId: user.id,
    url: `${new URL(appUrl).origin}${publicPath}/two-factor/stop-recovery?token=${token}`,
    words: {
      subject: `Your second factor at ${appName} will be removed`,
      preview: "If it was not you, stop it now.",
      heading: "Your second factor will be removed",
      paragraphs: [
        "Hello,",
        `A person who has passed the first step of a sign-in to your ${appName} account, ${user.email}, has asked to sign in without the second factor. That will be possible from ${endsAt.toUTCString()}.`,
        "If it was not you, stop it now and change your password.",
      ],
      label: "Stop it",
      notes: ["If it was you, no action is needed until then."],
    },
    user: publicUser(ctx, user),
    token,
    endsAt,
  });
  const held = await recoveryAddress(ctx, user);
  const told = new Set([...(await addressesOf(ctx, user)), held ?? user.email]);
  for (const to of told) ctx.send(message(to));
}
