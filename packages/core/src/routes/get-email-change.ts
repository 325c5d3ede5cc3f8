import { emailChange } from "../contract/entity-schemas.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { unfinishedEmailChange } from "../flows/email/unfinished-email-change.js";
import { endpoint } from "./endpoint.js";

export const getEmailChange = endpoint({
  route: "GET /get-email-change",
  access: "session",
  doc: "The caller's open email change, or null.",
  input: z.object({}),
  output: emailChange.nullable(),
  async handle({ session, ctx }) {
    return ok(await unfinishedEmailChange(ctx, session.user));
  },
});
