import type { Challenge } from "../../contract/challenge.js";
import type { Caller } from "../../contract/context.js";
import type { AnyEndpoint } from "../../contract/endpoint.js";
import { commonError } from "../../contract/errors.js";
import type { HeaderLookup } from "../../http/incoming-request.js";

/** Where clients send the response to a challenge, e.g. the token of a CAPTCHA. */
const responseHeader = "x-captcha-response";
const maxResponseLength = 4096;

/** Asks the app's challenge before an endpoint that bots call. Throws 403; 503 where the challenge itself fails. */
export function checkChallenge(
  challenge: Challenge | undefined,
  { challengedAction: action }: AnyEndpoint,
  { ipAddress, userAgent }: Caller,
  headers: HeaderLookup,
): Promise<void> | null {
  if (!challenge || action === null) return null;
  const response = headers.get(responseHeader)?.slice(0, maxResponseLength) ?? null;
  return ask(challenge, { action, response, ipAddress, userAgent });
}

/** Without an answer the call is refused: an attacker may be why the challenge fails. */
async function ask(challenge: Challenge, attempt: Parameters<Challenge>[0]): Promise<void> {
  let isPassed: boolean;
  try {
    isPassed = (await challenge(attempt)) === true;
  } catch (cause) {
    throw commonError("SERVICE_UNAVAILABLE", { cause, headers: { "retry-after": "1" } });
  }
  if (!isPassed) throw commonError("CHALLENGE_FAILED");
}
