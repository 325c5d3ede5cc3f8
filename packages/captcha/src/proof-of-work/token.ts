import type { ChallengedAction } from "@keyhold/core";
import type { Context } from "@keyhold/core/plugin";
import type { Challenge } from "./work.js";

const kind = "proof-of-work";

/** How long a browser may take, from the request for the challenge to the call. */
export const lifetimeSeconds = 600;

/** What a token says. */
interface Given {
  readonly action: ChallengedAction;
  readonly challenge: Challenge;
}

/** The signed challenge of an action: the database has no row. */
export const writeToken = (ctx: Pick<Context, "signedValues">, given: Given): Promise<string> =>
  ctx.signedValues.write(kind, { ...given }, lifetimeSeconds);

/** The challenge of an action by its token; or a reason for the log. */
export async function readToken(
  ctx: Pick<Context, "signedValues">,
  token: string,
  asked: ChallengedAction,
): Promise<Challenge | string> {
  const read = await ctx.signedValues.read(kind, token);
  if (typeof read === "string") return `the challenge is ${read}`;
  const { action, challenge } = read as unknown as Given;
  return action === asked ? challenge : `the challenge is of the action "${action}"`;
}
