import type { Context } from "@keyhold/core/plugin";
import type { NoticeKind } from "../code/ports.js";
import { emit } from "../events.js";
import { countCeilings, countNumber } from "../number/limits.js";
import { parseNumber } from "../number/parse.js";
import type { PhoneNumberOptions } from "../options.js";

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
  if (!(await countNumber(ctx, options, counted)) || !(await countCeilings(ctx, options, counted))) return;
  const { appName } = ctx.settings;
  const words = notices[kind](appName, options);
  try {
    await options.sendMessage({ kind, to: number, code: "", words, appName });
  } catch (error) {
    emit(ctx, { type: "phone-number.message-failed", kind });
    throw error;
  }
}
