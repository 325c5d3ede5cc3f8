import type { Challenge } from "../../contract/challenge.js";
import type { Caller } from "../../contract/context.js";
import type { AnyEndpoint } from "../../contract/endpoint.js";
import { commonError } from "../../contract/errors.js";
import type { HeaderLookup } from "../../http/incoming-request.js";

/** The header with the client's response to a challenge, e.g. the token of a CAPTCHA. */
const responseHeader = "x-captcha-response";
const maxResponseLength = 4096;

/** Calls the app's challenge before an endpoint that attracts bots. Throws 403; 503 if the challenge fails. */
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

/** If the challenge fails, so does the call: an attacker may be the cause. */
async function ask(challenge: Challenge, attempt: Parameters<Challenge>[0]): Promise<void> {
  let isPassed: boolean;
  try {
    isPassed = (await challenge(attempt)) === true;
  } catch (cause) {
    throw commonError("SERVICE_UNAVAILABLE", { cause, headers: { "retry-after": "1" } });
  }
  if (!isPassed) throw commonError("CHALLENGE_FAILED");
}
