import { definePlugin, endpointsFor, ok, type Plugin, text, userModel, withColumns } from "@keyhold/core/plugin";
import * as z from "zod";

export interface TermsOptions {
  /** The version that is in force, e.g. "2026-11". */
  readonly version: string;
}

const columns = { acceptedTerms: text().optional().input() };
const consentingUserModel = withColumns(userModel, columns);

const errors = {
  TERMS_ARE_NOT_ACCEPTED: { status: 422, message: "terms are not accepted" },
  TERMS_ARE_OUTDATED: { status: 409, message: "terms are outdated" },
} as const;

export type TermsErrorCode = keyof typeof errors;

const endpoint = endpointsFor<TermsOptions, typeof errors>(errors);

const accept = endpoint({
  route: "POST /terms/accept",
  access: "session",
  doc: "Records that the caller accepts the terms in force.",
  input: z.object({ version: z.string() }),
  output: z.object({ acceptedTerms: z.string() }),
  errors: ["TERMS_ARE_OUTDATED"],
  async handle({ input, session, ctx, fail }, { version }) {
    if (input.version !== version) return fail("TERMS_ARE_OUTDATED");
    await ctx.db.update(consentingUserModel, session.userId, { acceptedTerms: version, updatedAt: ctx.now() });
    return ok({ acceptedTerms: version });
  },
});

export interface TermsEndpoints {
  readonly terms: {
    /** Records that the caller accepts the terms in force. */
    readonly accept: typeof accept;
  };
}
export interface TermsUser {
  readonly acceptedTerms: string | null;
}
export interface TermsInput {
  readonly acceptedTerms: string;
}

export function terms(options: TermsOptions): Plugin<TermsEndpoints, TermsUser, TermsInput, TermsErrorCode> {
  return definePlugin({
    id: "terms",
    options,
    errors,
    extends: { user: { columns } },
    endpoints: { terms: { accept } },
    hooks: {
      "user.create": (draft, ctx) =>
        draft.acceptedTerms === options.version ? draft : ctx.refuse("TERMS_ARE_NOT_ACCEPTED"),
    },
  });
}
