import { defineErrors } from "@keyhold/core";
import {
  askedOf,
  coreErrors,
  definePlugin,
  endpointsFor,
  issueOneTimeToken,
  moreAsked,
  ok,
  type Plugin,
  type PluginTypes,
  redeemOneTimeToken,
  userModel,
} from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { openSession } from "@keyhold/core/session";

const payload = z.object({ userId: z.string() });
const signInCode = {
  purpose: "sign-in-code",
  length: 32,
  lifetimeSeconds: 300,
  parse: (stored: unknown) => payload.parse(stored),
};

const errors = defineErrors({
  SIGN_IN_CODE_IS_NOT_VALID: { status: 401, message: "sign-in code is not valid" },
  FAILED_TO_CREATE_SESSION: coreErrors.FAILED_TO_CREATE_SESSION,
});

const endpoint = endpointsFor<unknown, typeof errors>(errors);

const createSignInCode = endpoint({
  route: "POST /create-sign-in-code",
  access: "public",
  isServerOnly: true,
  doc: "Creates a code with which a user can sign in once, e.g. at a kiosk.",
  input: payload,
  output: z.object({ code: z.string() }),
  async handle({ input, ctx }) {
    return ok({ code: await issueOneTimeToken(ctx, signInCode, input) });
  },
});

const signInWithCode = endpoint({
  route: "POST /sign-in/code",
  access: "public",
  doc: "Signs in with a code.",
  input: z.object({ code: z.string() }),
  output: z.union([z.object({ token: z.string() }), moreAsked]),
  errors: ["SIGN_IN_CODE_IS_NOT_VALID", "FAILED_TO_CREATE_SESSION"],
  limit: { windowSeconds: 60, max: 10 },
  async handle({ input: { code }, caller, ctx }) {
    const opened = await ctx.transaction(async (ctx) => {
      const redeemed = await redeemOneTimeToken(ctx, signInCode, code);
      const user = redeemed && (await ctx.db.lock(userModel, redeemed.userId));
      if (!user) return ctx.fail(errors.SIGN_IN_CODE_IS_NOT_VALID);
      return openSession(ctx, user, { method: "code", proof: { methods: ["otp"] }, isRemembered: true, caller });
    });
    return opened.kind === "asked" ? askedOf(opened) : ok({ token: opened.token }, opened.cookies);
  },
});

export interface SignInCodesTypes extends PluginTypes {
  readonly endpoints: {
    readonly signIn: {
      /** Signs in with a code. */
      readonly code: typeof signInWithCode;
    };
  };
  readonly serverEndpoints: {
    /** Creates a code with which a user can sign in once. */
    readonly createSignInCode: typeof createSignInCode;
  };
  readonly errorCode: keyof typeof errors;
}

export function signInCodes(): Plugin<SignInCodesTypes> {
  return definePlugin<SignInCodesTypes>({
    id: "sign-in-codes",
    errors,
    endpoints: { signIn: { code: signInWithCode }, createSignInCode },
  });
}
