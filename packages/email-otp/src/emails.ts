import type { User } from "@keyhold/core";
import { type Context, type PluginEmail, publicUser } from "@keyhold/core/plugin";
import { safeName } from "@keyhold/core/safe-name";
import type { CodeType } from "./code/codes.js";

/** A code. */
export interface EmailOtpCodeEmail extends PluginEmail {
  readonly kind: "email-otp.code";
  /** What the code is for. A code of one type has no effect of another type. */
  readonly type: CodeType;
  /** Null: the address has no account, and the code creates it. */
  readonly user: User | null;
  readonly code: string;
  readonly expiresInSeconds: number;
}

/** The address has no account, and a code creates no account. */
export interface EmailOtpUnknownEmail extends PluginEmail {
  readonly kind: "email-otp.unknown-address";
}

/** An email of the plugin, by `kind`. */
export type EmailOtpEmail = EmailOtpCodeEmail | EmailOtpUnknownEmail;

/** The content of an email with a code. */
interface SentCode extends Pick<EmailOtpCodeEmail, "to" | "type" | "code" | "expiresInSeconds"> {
  readonly user: User | null;
}

interface Words {
  readonly heading: string;
  /** What the code does. */
  readonly effect: string;
}

const wordsOf = (appName: string, { type, to, user }: SentCode): Words =>
  ({
    "sign-in": user
      ? { heading: `Sign in to ${appName}`, effect: `signs you in to your ${appName} account, ${to}` }
      : { heading: `Sign in to ${appName}`, effect: `creates a ${appName} account for ${to}` },
    "email-verification": {
      heading: "Confirm your email address",
      effect: `confirms that ${to} belongs to your ${appName} account`,
    },
    "forget-password": {
      heading: "Set a new password",
      effect: `sets a new password for your ${appName} account, ${to}`,
    },
    "change-email": {
      heading: "Change your email address",
      effect: `allows your ${appName} account, ${to}, to change to another address`,
    },
    "new-email": {
      heading: "Confirm your new email address",
      effect: `changes the address of your ${appName} account to ${to}`,
    },
  })[type];

/** Sends a code. The caller has counted the email. */
export function sendCode(ctx: Context, sent: SentCode): void {
  const { user, ...content } = sent;
  const { appName, appUrl } = ctx.settings;
  const minutes = Math.floor(content.expiresInSeconds / 60);
  const lifetime = `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  const { heading, effect } = wordsOf(appName, sent);
  const called = safeName(user?.name ?? "");
  const message: EmailOtpCodeEmail = {
    ...content,
    kind: "email-otp.code",
    userId: user?.id ?? null,
    url: appUrl,
    user: user && publicUser(ctx, user),
    words: {
      subject: `Your code for ${appName}`,
      preview: `The code works for ${lifetime}.`,
      heading,
      paragraphs: [
        called === null || called === "" ? "Hello," : `Hello ${called},`,
        `this code ${effect}:`,
        content.code,
        "Type it in the browser in which you asked for it.",
      ],
      label: `Go to ${appName}`,
      notes: [
        `The code works once, for ${lifetime}. Tell no one the code.`,
        "If you did not ask for this email, no action is needed: without the code nothing happens.",
      ],
      // Browsers of phones read the code by this line, and offer it on this host alone.
      lastLine: `@${new URL(appUrl).hostname} #${content.code}`,
    },
  };
  ctx.send(message);
}

/** Tells an address without an account that a code creates no account. The caller has counted the email. */
export function sendUnknownAddress(ctx: Context, to: string): void {
  const { appName, appUrl } = ctx.settings;
  const message: EmailOtpUnknownEmail = {
    kind: "email-otp.unknown-address",
    to,
    userId: null,
    url: appUrl,
    words: {
      subject: `No ${appName} account has this address`,
      heading: "No account has this address",
      paragraphs: [
        "Hello,",
        `a code to sign in to ${appName} was asked for with your address, ${to}. No account has this address.`,
        "If you have an account, sign in with its address.",
      ],
      label: `Go to ${appName}`,
      notes: ["If you did not ask for this email, no action is needed."],
    },
  };
  ctx.send(message);
}
