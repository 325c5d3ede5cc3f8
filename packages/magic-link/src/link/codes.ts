import {
  type Context,
  defineExpiringValue,
  randomText,
  type StoredValue,
  type TxContext,
  verificationModel,
} from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { magicLinkErrors } from "../errors.js";
import { consumeRound, type Link, link } from "./links.js";

const codeLength = 8;
const lifetimeSeconds = 300;

const sentCode = z.object({ link, salt: z.string() });

/** The code in the email of a link. */
export interface SentCode extends Readonly<z.infer<typeof sentCode>> {}

/** By the challenge of the asking browser: the newest code. */
const codes = defineExpiringValue<SentCode>("magic-link-code", { lifetimeSeconds, value: sentCode });

/**
 * The digits of a code: derived from the salt of its row, the browser and the address by a key of the server. So the
 * same code can be sent again, and no reader of the database can find the code.
 */
function digitsOf({ signedValues }: Pick<Context, "signedValues">, { salt, link }: SentCode): string {
  const text = JSON.stringify([salt, link.challenge, link.email]);
  const bytes = atob(signedValues.fingerprint(codes.purpose, text).replaceAll("-", "+").replaceAll("_", "/"));
  const number = [...bytes].reduce((sum, byte) => (sum * 256n + BigInt(byte.charCodeAt(0))) % 10n ** 8n, 0n);
  return String(number).padStart(codeLength, "0");
}

/**
 * The code for the email of a link. A browser that asks again gets the present code, until half of its time has passed:
 * two emails, one code.
 */
export async function issueCode(ctx: Context, link: Link): Promise<string> {
  const present = await codes.find(ctx, link.challenge);
  if (present && isFirstHalf(ctx, present) && isSameLink(present.value.link, link)) return digitsOf(ctx, present.value);
  const code = { link, salt: randomText(16) };
  await codes.end(ctx, link.challenge);
  // Another tab of this browser has stored a newer code.
  await ctx.db.insert(verificationModel, codes.rowOf(ctx, link.challenge, code), { onConflict: () => null });
  return digitsOf(ctx, code);
}

const isFirstHalf = ({ now }: Pick<Context, "now">, { expiresAt }: StoredValue<SentCode>): boolean =>
  expiresAt.getTime() - now().getTime() > (lifetimeSeconds * 1000) / 2;

const isSameLink = (one: Link, other: Link): boolean =>
  (["email", "round", "name", "isRemembered"] as const).every((field) => one[field] === other[field]);

/** The sent code of a challenge; null: no code, or an expired code. */
export const findCode = async (ctx: Context, challenge: string): Promise<SentCode | null> =>
  (await codes.find(ctx, challenge))?.value ?? null;

/** Whether a given code is the sent code. Takes equal time for each wrong code. */
export function isRightCode({ signedValues }: Pick<Context, "signedValues">, code: SentCode, given: string): boolean {
  const right = signedValues.fingerprint("magic-link-guess", digitsOf({ signedValues }, code));
  return signedValues.isFingerprint("magic-link-guess", given.replace(/[\s\p{Pd}]/gu, ""), right);
}

/**
 * Uses up a code and the round of its address.
 *
 * @throws AuthError INVALID_TOKEN
 */
export async function consumeCode(ctx: TxContext<"INVALID_TOKEN">, code: SentCode): Promise<void> {
  const consumed = await codes.consume(ctx, code.link.challenge);
  return consumed?.salt === code.salt ? consumeRound(ctx, code.link) : ctx.fail(magicLinkErrors.INVALID_TOKEN);
}

/** Ends the code of a challenge, after too many guesses. */
export const endCode = async (ctx: Context, { link }: SentCode): Promise<void> =>
  void (await codes.end(ctx, link.challenge));
