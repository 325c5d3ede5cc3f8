import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { signedOutCookies } from "../session/cache/signed-out.js";
import { endNamed } from "../session/close.js";
import { withLiveUser } from "../session/live-user.js";
import { endpoint } from "./endpoint.js";

export const revokeSession = endpoint({
  route: "POST /revoke-session",
  access: "session",
  isPersonal: true,
  doc: "Ends a session of the caller, by its token or id.",
  input: z
    .object({ token: z.string().min(1).optional(), id: z.string().min(1).optional() })
    .refine(({ token, id }) => token !== undefined || id !== undefined, "Give the token or the id of a session"),
  output: z.object({ status: z.boolean() }),
  async handle({ input, session, caller, ctx }) {
    const ended = await withLiveUser(ctx, session, (ctx, user) => endNamed(ctx, user, input));
    return ok({ status: true }, ended === session.id ? signedOutCookies(ctx, session, caller) : []);
  },
});
