import type { Challenge, ChallengeAttempt } from "../../contract/challenge.js";
import type { Caller, Context } from "../../contract/context.js";
import type { AnyEndpoint } from "../../contract/endpoint.js";
import { commonError } from "../../contract/errors.js";
import type { HeaderLookup } from "../../http/incoming-request.js";

/** The header with the client's response to a challenge, e.g. the token of a CAPTCHA. */
const responseHeader = "x-captcha-response";
const maxResponseLength = 4096;

/**
 * Calls the app's challenge, and the plugins' hooks, before an endpoint that attracts bots. Throws 403; 503 if the
 * challenge fails; the error of a hook.
 */
export function checkChallenge(
  ctx: Context,
  challenge: Challenge | undefined,
  { endpoint, ...given }: { readonly endpoint: AnyEndpoint; readonly input: unknown; readonly caller: Caller },
  headers: HeaderLookup,
): Promise<void> | null {
  const { challengedAction: action, route } = endpoint;
  if (action === null) return null;
  const hooks = ctx.hooks("call.challenge");
  if (!challenge && hooks.length === 0) return null;
  const { ipAddress, userAgent } = given.caller;
  const response = headers.get(responseHeader)?.slice(0, maxResponseLength) ?? null;
  const attempt = { action, response, ipAddress, userAgent };
  return run();

  async function run(): Promise<void> {
    if (challenge) await askApp(challenge, attempt);
    for (const hook of hooks) await hook(attempt, ctx as Context<string>, { route, ...given });
  }
}

/** If the challenge fails, so does the call: an attacker may be the cause. */
async function askApp(challenge: Challenge, attempt: ChallengeAttempt): Promise<void> {
  let isPassed: boolean;
  try {
    isPassed = (await challenge(attempt)) === true;
  } catch (cause) {
    throw commonError("SERVICE_UNAVAILABLE", { cause, headers: { "retry-after": "1" } });
  }
  if (!isPassed) throw commonError("CHALLENGE_FAILED");
}
