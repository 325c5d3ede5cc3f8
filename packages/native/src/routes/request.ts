import { type Context, commonErrors, ok, randomText } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { checkStepUp, requireOrdinary } from "@keyhold/core/session";
import { endpoint } from "../endpoint.js";
import { providersOf } from "../flow/provider.js";
import { requests } from "../flow/request.js";

export const requestNative = endpoint({
  route: "POST /native/request",
  access: "session",
  isPersonal: true,
  allowsRestricted: true,
  doc: "An app asks, in its session, to link an account at a provider or to prove it again: answers the `request` for `GET /native/authorize` and `native.token`.",
  input: z.object({
    purpose: z.enum(["link", "step-up"]),
    provider: z.string().max(64),
    code_challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  }),
  output: z.object({ request: z.string() }),
  limit: { windowSeconds: 60, max: 30 },
  async handle({ input: { purpose, provider, code_challenge: challenge }, session, caller, ctx }) {
    if (!caller.isBearer) return ctx.fail(commonErrors.UNAUTHORIZED);
    providersOf(ctx).check(ctx as Context<string>, { provider, purpose });
    if (purpose === "link") {
      await requireOrdinary(ctx, session);
      await checkStepUp(ctx, session, { maxAgeSeconds: ctx.settings.session.stepUpAgeSeconds, factors: "enrolled" });
    }
    const { clientId = null } = session as { readonly clientId?: string | null };
    const id = randomText(43);
    await requests.insert(ctx, id, {
      ...{ purpose, provider, challenge, clientId },
      ...{ sessionId: session.id, userId: session.userId },
    });
    return ok({ request: id });
  },
});
