import type { Session } from "@keyhold/core";
import { type Caller, type Context, fingerprint, type Outcome, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { shownToken } from "@keyhold/core/session";
import { endpoint } from "../endpoint.js";
import { oneTimeTokenErrors } from "../errors.js";
import type { OneTimeTokenOptions } from "../options.js";
import { issueToken } from "../token/tokens.js";

const originPattern = /^https?:\/\/[^/?#\s@]+$/;

const common = {
  access: "session",
  isPersonal: true,
  input: z.object({
    /** The only origin whose pages may use the token. */
    audience: z
      .string()
      .max(270)
      .refine((given) => originPattern.test(given), 'Write an origin, e.g. "https://admin.example.com"')
      .optional(),
  }),
  output: z.object({ token: z.string() }),
  limit: { windowSeconds: 60, max: 20 },
} as const;

interface Asking {
  readonly input: { readonly audience?: string | undefined };
  readonly session: Session;
  readonly caller: Caller;
  readonly ctx: Context;
}

async function issue(
  { input, session, caller, ctx }: Asking,
  options: OneTimeTokenOptions,
): Promise<Outcome<{ token: string }>> {
  const { id: sessionId, userId } = session;
  const { audience = null } = input;
  // In token mode this call may have brought a new token: the session still has the token of the request.
  const isOfApp = caller.isBearer && caller.sessionToken !== null;
  const stored = isOfApp ? fingerprint(caller.sessionToken) : shownToken(session);
  const handoff = { sessionId, userId, stored, audience, isRemembered: caller.isRemembered, isOfApp };
  return ok({ token: await issueToken(ctx, handoff, options) });
}

export const generateOneTimeToken = endpoint({
  ...common,
  route: "GET /one-time-token/generate",
  takesNavigation: true,
  alsoAnswers: [],
  doc: "Makes a token by which another host or app of this auth signs the user in, once.",
  errors: ["NAVIGATION_NOT_ALLOWED"],
  handle(call, options) {
    // A link on a page of another site would make tokens, too.
    if (call.navigation) return call.ctx.fail(oneTimeTokenErrors.NAVIGATION_NOT_ALLOWED);
    return issue(call, options);
  },
});

export const postGenerateOneTimeToken = endpoint({
  ...common,
  route: "POST /one-time-token/generate",
  hasCall: false,
  doc: "Does the same, for clients that send no GET with an effect.",
  handle: issue,
});
