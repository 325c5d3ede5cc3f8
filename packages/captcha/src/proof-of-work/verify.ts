import type { ChallengeAttempt } from "@keyhold/core";
import type { Context } from "@keyhold/core/plugin";
import { digestOf } from "../digest.js";
import { captchaErrors } from "../errors.js";
import { rejected } from "../verify/rejected.js";
import { lifetimeSeconds, readToken } from "./token.js";
import { isSolved } from "./work.js";

const usedOnce = { windowSeconds: lifetimeSeconds, max: 1 };

/** The token of a challenge, the number of keys, and the key in hexadecimal. */
const form = /^([\w-]+\.[\w-]+\.[\w-]+)\.(\d{1,10})\.([0-9a-f]{64})$/;

/**
 * Checks the solution of a call: the challenge is of this auth and of the action, and is used once.
 *
 * @throws AuthError MISSING_RESPONSE, VERIFICATION_FAILED
 */
export async function verifyWork(ctx: Context<string>, attempt: ChallengeAttempt): Promise<void> {
  const { response } = attempt;
  if (!response) return ctx.fail(captchaErrors.MISSING_RESPONSE);
  const reason = await problemOf(ctx, response, attempt);
  if (reason !== null) return rejected(ctx, attempt, reason);
}

async function problemOf(
  ctx: Context,
  response: string,
  { action }: Pick<ChallengeAttempt, "action">,
): Promise<string | null> {
  const [, token = "", counter, derivedKey = ""] = form.exec(response) ?? [];
  const challenge = await readToken(ctx, token, action);
  if (typeof challenge === "string") return challenge;
  // Decided before the work of the comparison, so that many calls at once cost a single comparison.
  const { isAllowed } = await ctx.limiter.consume(`captcha used|${await digestOf(token)}`, usedOnce);
  if (!isAllowed) return "the challenge was used before";
  return (await isSolved(challenge, { counter: Number(counter), derivedKey })) ? null : "the challenge is not solved";
}
