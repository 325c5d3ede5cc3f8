import type { Context } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import type { PhoneNumberOptions } from "../options.js";
import type { CodeType } from "./ports.js";

/** A code to send. */
interface Sent {
  readonly kind: CodeType;
  readonly to: string;
  readonly code: string;
}

const effects: Readonly<Record<CodeType, string>> = {
  verify: "is your code for",
  "reset-password": "sets a new password for",
  "step-up": "confirms that it is you at",
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
