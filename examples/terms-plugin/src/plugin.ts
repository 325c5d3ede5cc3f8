import { defineErrors } from "@keyhold/core";
import * as option from "@keyhold/core/options";
import {
  definePlugin,
  endpointsFor,
  type InputColumns,
  type OutputColumns,
  ok,
  type Plugin,
  type PluginTypes,
  text,
  userModel,
  withColumns,
} from "@keyhold/core/plugin";
import * as z from "zod";

export interface TermsOptions {
  /** The version that is in force, e.g. "2026-11". Required. */
  readonly version: string;
}

const termsOptions = option.defineOptions<TermsOptions>({
  version: option.required(option.string("", '"2026-11"')),
});

const columns = { acceptedTerms: text().optional().input() };
const consentingUserModel = withColumns(userModel, columns);

const errors = defineErrors({
  TERMS_ARE_NOT_ACCEPTED: { status: 422, message: "terms are not accepted" },
  TERMS_ARE_OUTDATED: { status: 409, message: "terms are outdated" },
});

const endpoint = endpointsFor<TermsOptions, typeof errors>(errors);

const accept = endpoint({
  route: "POST /terms/accept",
  access: "session",
  doc: "Records that the caller accepts the terms in force.",
  input: z.object({ version: z.string() }),
  output: z.object({ acceptedTerms: z.string() }),
  errors: ["TERMS_ARE_OUTDATED"],
  async handle({ input, session, ctx }, { version }) {
    if (input.version !== version) return ctx.fail(errors.TERMS_ARE_OUTDATED);
    await ctx.db.update(consentingUserModel, session.userId, { acceptedTerms: version, updatedAt: ctx.now() });
    return ok({ acceptedTerms: version });
  },
});

export interface TermsTypes extends PluginTypes {
  readonly endpoints: {
    readonly terms: {
      /** Records that the caller accepts the terms in force. */
      readonly accept: typeof accept;
    };
  };
  readonly user: OutputColumns<typeof columns>;
  readonly userInput: Required<InputColumns<typeof columns>>;
  readonly errorCode: keyof typeof errors;
}

export function terms(given: TermsOptions): Plugin<TermsTypes> {
  const { options, configErrors } = termsOptions.read(given);
  return definePlugin<TermsTypes>({
    id: "terms",
    options,
    configErrors,
    errors,
    extends: { user: { columns } },
    endpoints: { terms: { accept } },
    hooks: {
      "user.create": (draft, ctx) =>
        draft.acceptedTerms === options.version ? draft : ctx.fail(errors.TERMS_ARE_NOT_ACCEPTED),
    },
  });
}
