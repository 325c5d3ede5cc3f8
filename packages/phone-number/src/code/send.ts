import type { Context } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { countCeilings, countNumber } from "../number/limits.js";
import { parseNumber } from "../number/parse.js";
import type { PhoneNumberOptions } from "../options.js";
import type { CodeType, NoticeKind } from "./ports.js";

/** A code to send. */
interface Sent {
  readonly kind: CodeType;
  readonly to: string;
  readonly code: string;
}

const effects: Readonly<Record<CodeType, string>> = {
  verify: "is your code for",
  "reset-password": "sets a new password for",
};

/** The text of a message. Browsers of phones read the code by the last line, and offer it on this host alone. */
export function wordsOf({ settings }: Pick<Context, "settings">, { kind, code }: Sent, seconds: number): string {
  const { appName, appUrl } = settings;
  const minutes = Math.floor(seconds / 60);
  const lifetime = `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  return `${code} ${effects[kind]} ${appName}. It works for ${lifetime}. Tell no one the code.\n\n@${new URL(appUrl).hostname} #${code}`;
}

/** Sends a code by the app's function or service. The caller has counted the message. */
export async function sendCode(
  ctx: Context,
  { sendMessage, provider, expiresInSeconds }: PhoneNumberOptions,
  sent: Sent,
): Promise<void> {
  const { kind, to } = sent;
  const { appName } = ctx.settings;
  try {
    if (provider) await provider.start({ kind, to, appName });
    else await sendMessage?.({ ...sent, words: wordsOf(ctx, sent, expiresInSeconds), appName });
  } catch (error) {
    emit(ctx, { type: "phone-number.message-failed", kind });
    throw error;
  }
}

const notices: Readonly<Record<NoticeKind, (appName: string, options: PhoneNumberOptions) => string>> = {
  "number-claimed": (appName, { reclaimDays }) => {
    const days = `${reclaimDays} ${reclaimDays === 1 ? "day" : "days"}`;
    return `Another person has verified this number for ${appName}. To keep it at your account, sign in with it within ${days}, in a browser in which you have signed in before.`;
  },
  "number-removed": (appName) =>
    `This number was removed from your ${appName} account, and does not sign you in any more. If it was not you, sign in to ${appName} another way now.`,
};

/** Tells the user of a number without a code. A `provider` sends codes alone. */
export async function sendNotice(
  ctx: Context,
  options: PhoneNumberOptions,
  kind: NoticeKind,
  number: string,
): Promise<void> {
  const parsed = parseNumber(number, undefined);
  if (!parsed || !options.sendMessage) return;
  const counted = { ...parsed, isSent: true, browserId: "notice" };
  if (!(await countNumber(ctx, counted)) || !(await countCeilings(ctx, options, counted))) return;
  const { appName } = ctx.settings;
  const words = notices[kind](appName, options);
  try {
    await options.sendMessage({ kind, to: number, code: "", words, appName });
  } catch (error) {
    emit(ctx, { type: "phone-number.message-failed", kind });
    throw error;
  }
}
