import type { Schema } from "@keyhold/core/adapter";
import { hooksFor, ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { inspect } from "@keyhold/core/tools";
import type { DataOutcome } from "@keyhold/core/types";
import { endpoint } from "../endpoint.js";
import type { PublicOptionsHooks } from "../hooks/offers.js";

const hooksAt = hooksFor<PublicOptionsHooks>();

const field = z.object({
  name: z.string(),
  kind: z.enum(["text", "integer", "boolean", "date", "json"]),
  isRequired: z.boolean(),
});

const output = z.object({
  appName: z.string(),
  /** Null: off. */
  emailAndPassword: z
    .object({
      signUp: z.boolean(),
      resetPassword: z.boolean(),
      requireEmailVerification: z.boolean(),
      minPasswordLength: z.number(),
      maxPasswordLength: z.number(),
    })
    .nullable(),
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  changeEmail: z.boolean(),
  deleteUser: z.boolean(),
  userFields: z.array(field),
  signUpFields: z.array(z.string()),
  plugins: z.record(z.string(), z.unknown()),
});

/** The offers of a server for screens: ways to sign in, password rules, fields, and options of plugins. */
export type PublicOptions = z.output<typeof output>;

const cacheable = { "cache-control": "public, max-age=60", vary: "origin" };

export const publicOptions = endpoint({
  route: "GET /public-options",
  access: "public",
  doc: "What this server offers: ways to sign in, password rules, fields, and options of plugins. May be cached for a minute.",
  input: z.object({}),
  output,
  handle: ({ ctx }): DataOutcome<PublicOptions> => {
    const { plugins = [] } = inspect(ctx) ?? {};
    const { appName, hasMail, emailAndPassword: given, user } = ctx.settings;
    const emailAndPassword = given.enabled
      ? {
          signUp: !given.disableSignUp,
          resetPassword: hasMail,
          requireEmailVerification: given.requireEmailVerification,
          minPasswordLength: given.minPasswordLength,
          maxPasswordLength: given.maxPasswordLength,
        }
      : null;
    const data = {
      appName,
      emailAndPassword,
      providers: [...ctx.providerNames].map(([id, name]) => ({ id, name })),
      changeEmail: user.changeEmail.enabled,
      deleteUser: user.deleteUser.enabled,
      userFields: userFieldsOf(ctx.schema),
      signUpFields: plugins.flatMap((plugin) => Object.keys(plugin.signUpFields)),
      plugins: Object.assign({}, ...hooksAt(ctx, "public-options").map((describe) => describe(ctx))),
    };
    return { ...ok(data), headers: cacheable };
  },
});

/** The user's columns with `.input()`, of the app and of plugins. */
function userFieldsOf({ models }: Schema): PublicOptions["userFields"] {
  const columns = Object.entries(models.get(userModel.name)?.columns ?? {});
  return columns
    .filter(([name, { facts }]) => facts.isInput && !(name in userModel.columns))
    .map(([name, { facts }]) => ({ name, kind: facts.kind, isRequired: !facts.isOptional && facts.initial === null }));
}
