import { session as sessionSchema, user } from "../contract/entity-schemas.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { sessionModel } from "../model/models.js";
import { publicRow } from "../model/public.js";
import { publicUser } from "../records/user/public.js";
import { tokenFor } from "../session/list.js";
import { endpoint } from "./endpoint.js";

/** The access "cached" has already applied this field; here the field is only validated. */
const wish = z.union([z.boolean(), z.enum(["true", "false"])]).optional();

export const getSession = endpoint({
  route: "GET /get-session",
  access: "cached",
  doc: "The caller's session and user, or null.",
  input: z.object({ disableCookieCache: wish, disableRefresh: wish }),
  output: z
    .object({
      session: sessionSchema,
      user,
      /** The active session of the browser has ended: this is the session of another account in the browser. */
      switched: z.boolean().optional(),
    })
    .nullable(),
  handle({ session, isSwitched, caller, ctx }) {
    if (!session) return ok(null);
    const { user, ...row } = session;
    const token = tokenFor(ctx, caller, { row, ownToken: caller.sessionToken });
    const shown = publicRow(ctx.schema, sessionModel, { ...row, token });
    return ok({ session: shown, user: publicUser(ctx, user), ...(isSwitched && { switched: true }) });
  },
});
