import { coreErrors } from "../../contract/errors.js";
import { ok } from "../../contract/outcome.js";
import * as z from "../../contract/schema.js";
import { verifyOwnPassword } from "../../flows/password/attempt.js";
import { whileVerified } from "../../flows/password/recheck.js";
import { methodsOfPassword } from "../../records/credential/channel.js";
import { noteReAuthentication } from "../../session/freshness.js";
import { recordStepUp, steppedUp } from "../../session/step-up.js";
import { endpoint } from "../endpoint.js";

export const stepUpPassword = endpoint({
  route: "POST /step-up/password",
  access: "session",
  isPersonal: true,
  allowsRestricted: true,
  doc: "Proves the password in the caller's session.",
  input: z.object({ password: z.string() }),
  output: steppedUp,
  errors: ["CREDENTIAL_ACCOUNT_NOT_FOUND", "INVALID_PASSWORD"],
  limit: { windowSeconds: 10, max: 3 },
  hashes: true,
  async handle({ input, session, caller, ctx }) {
    const checked = await verifyOwnPassword(ctx, session.user, input.password, caller);
    const done = await whileVerified(ctx, checked, async (ctx, _, credential) => {
      await noteReAuthentication(ctx, session, credential.password ?? "");
      return recordStepUp(ctx, session, { caller, methods: methodsOfPassword(credential) });
    });
    return done ? ok(done.answer, done.cookies) : ctx.fail(coreErrors.INVALID_PASSWORD);
  },
});
