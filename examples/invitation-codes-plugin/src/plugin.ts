import { defineErrors } from "@keyhold/core";
import {
  defineOneTime,
  definePlugin,
  endpointsFor,
  fingerprint,
  id,
  ok,
  type Plugin,
  type PluginTypes,
  randomText,
  text,
} from "@keyhold/core/plugin";
import * as z from "zod";

/** Of a code, the table has the SHA-256: a reader of the table cannot sign up. */
const invitationCodeModel = defineOneTime("invitationCode", { id: id(), codeHash: text().unique() });

const signUpFields = { invitationCode: z.string().max(64) };

const errors = defineErrors({
  INVITATION_CODE_IS_NOT_VALID: { status: 422, message: "invitation code is not valid" },
  INVITATION_CODE_EXISTS: { status: 409, message: "invitation code exists" },
});

const endpoint = endpointsFor<unknown, typeof errors>(errors);

const createInvitationCode = endpoint({
  route: "POST /create-invitation-code",
  access: "public",
  isServerOnly: true,
  errors: ["INVITATION_CODE_EXISTS"],
  doc: "Creates a code with which one user can sign up.",
  input: z.object({}),
  output: z.object({ code: z.string() }),
  async handle({ ctx }) {
    const code = randomText(32);
    await ctx.db.insert(
      invitationCodeModel,
      { codeHash: fingerprint(code) },
      { onConflict: errors.INVITATION_CODE_EXISTS },
    );
    return ok({ code });
  },
});

export interface InvitationCodesTypes extends PluginTypes {
  readonly serverEndpoints: {
    /** Creates a code with which one user can sign up. */
    readonly createInvitationCode: typeof createInvitationCode;
  };
  readonly signUpFields: typeof signUpFields;
  readonly errorCode: keyof typeof errors;
}

export function invitationCodes(): Plugin<InvitationCodesTypes> {
  return definePlugin<InvitationCodesTypes>({
    id: "invitation-codes",
    errors,
    models: [invitationCodeModel],
    signUpFields,
    endpoints: { createInvitationCode },
    hooks: {
      async "user.create"(draft, ctx, { isSignUp, fields: { invitationCode = "" } }) {
        if (!isSignUp) return draft;
        const consumed = await ctx.db.consume(invitationCodeModel, { codeHash: fingerprint(invitationCode) });
        return consumed ? draft : ctx.fail(errors.INVITATION_CODE_IS_NOT_VALID);
      },
    },
  });
}
