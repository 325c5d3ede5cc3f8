import { name, picture } from "../contract/entity-schemas.js";
import { coreErrors } from "../contract/errors.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { updateOwnUser } from "../flows/user/update.js";
import { withLiveUser } from "../session/live-user.js";
import { endpoint } from "./endpoint.js";

export const updateUser = endpoint({
  route: "POST /update-user",
  access: "session",
  doc: "Changes the caller's name, picture and the columns of plugins.",
  takesUserColumns: "change",
  input: z.object({
    name: name.optional(),
    image: picture.nullable().optional(),
    // Accepts any type, so that a caller who sends `email` gets the error code; no typed call can.
    email: z.custom<never>().meta({ not: {} }).optional(),
  }),
  output: z.object({ status: z.boolean() }),
  errors: ["EMAIL_CAN_NOT_BE_UPDATED"],
  async handle({ input: { name, image, email }, userColumns, session, ctx }) {
    if (email !== undefined) return ctx.fail(coreErrors.EMAIL_CAN_NOT_BE_UPDATED);
    const change = { ...userColumns, ...(name !== undefined && { name }), ...(image !== undefined && { image }) };
    if (Object.keys(change).length === 0) return ok({ status: true });
    await withLiveUser(ctx, session, (ctx, user) => updateOwnUser(ctx, user, { session, given: change }));
    return ok({ status: true });
  },
});
