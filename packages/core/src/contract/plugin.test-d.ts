import * as z from "zod";
import type { Auth, SessionOf, UserOf } from "../auth.js";
import { date, text } from "../model/column.js";
import type { AuthConfig } from "./config.js";
import { endpointsFor } from "./endpoint.js";
import { defineErrors } from "./errors.js";
import { ok } from "./outcome.js";
import { definePlugin, type Plugin } from "./plugin.js";
import type { InputColumns, OutputColumns, PluginTypes } from "./plugin-types.js";

/** What must not compile. Nothing here runs: the type checker is the test. */

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only for `true`. */
declare function holds<Claim extends true>(): Claim;

const columns = {
  plan: text().input(),
  acceptedTerms: text().optional().input(),
  birthday: date().optional().input(),
  score: text().optional(),
  pin: text().optional().secret().input(),
};

holds<
  Equal<
    OutputColumns<typeof columns>,
    {
      readonly plan: string;
      readonly acceptedTerms: string | null;
      readonly birthday: Date | null;
      readonly score: string | null;
    }
  >
>();
holds<Equal<InputColumns<typeof columns>, { plan: string; acceptedTerms?: string; birthday?: string; pin?: string }>>();

const errors = defineErrors({ TERMS_ARE_OUTDATED: { status: 409, message: "terms are outdated" } });
const signUpFields = { code: z.string(), age: z.coerce.number<string>().optional() };
const accept = endpointsFor<unknown, typeof errors>(errors)({
  route: "POST /terms/accept",
  access: "session",
  doc: "A test.",
  input: z.object({}),
  output: z.object({}),
  handle: () => ok({}),
});

interface TermsTypes extends PluginTypes {
  readonly endpoints: { readonly terms: { readonly accept: typeof accept } };
  readonly user: OutputColumns<typeof columns>;
  readonly userInput: InputColumns<typeof columns>;
  readonly session: { readonly desk: string | null };
  readonly signUpFields: typeof signUpFields;
  readonly errorCode: keyof typeof errors;
}

const endpoints = { terms: { accept } };

export const terms = (): Plugin<TermsTypes> =>
  definePlugin<TermsTypes>({
    id: "terms",
    errors,
    endpoints,
    signUpFields,
    hooks: {
      "user.create"(draft, _ctx, { isSignUp, fields }) {
        // The draft has the plugin's columns; a column that is required at sign-up may be missing elsewhere.
        holds<Equal<typeof draft.acceptedTerms, string | null | undefined>>();
        holds<Equal<typeof draft.plan, string | undefined>>();
        holds<Equal<typeof draft.email, string>>();
        holds<Equal<typeof isSignUp, boolean>>();
        // Checked and transformed; missing where the route takes no fields.
        holds<Equal<typeof fields.code, string | undefined>>();
        holds<Equal<typeof fields.age, number | undefined>>();
        // @ts-expect-error no field of this name is declared
        fields.codes;
        // @ts-expect-error the column holds text
        const wrong: number = draft.plan;
        return { ...draft, score: String(wrong) };
      },
      "user.update"(change, _ctx, user) {
        holds<Equal<typeof change.acceptedTerms, string | null | undefined>>();
        holds<Equal<typeof user.plan, string>>();
        return change;
      },
      "session.create": ({ user, replaced }) => {
        holds<Equal<typeof user.score, string | null>>();
        return { desk: replaced?.desk ?? null };
      },
    },
    isAdmin: (user) => user.plan === "staff",
  });

export const wrongDeclarations = [
  // @ts-expect-error the catalogue lacks the code that the types name
  definePlugin<TermsTypes>({ id: "terms", errors: {}, endpoints, signUpFields }),
  // @ts-expect-error an endpoint that the types name is missing
  definePlugin<TermsTypes>({ id: "terms", errors, endpoints: { terms: {} }, signUpFields }),
  // @ts-expect-error an endpoint has another name in the types
  definePlugin<TermsTypes>({ id: "terms", errors, endpoints: { term: { accept } }, signUpFields }),
  // @ts-expect-error a field of sign-up that the types name is missing
  definePlugin<TermsTypes>({ id: "terms", errors, endpoints, signUpFields: { code: z.string() } }),
  // @ts-expect-error a taken value fails with a code of the plugin
  definePlugin<TermsTypes>({ id: "terms", errors, endpoints, signUpFields, taken: { plan: "PLAN_IS_TAKEN" } }),
];

interface MisspeltTypes extends PluginTypes {
  readonly enpoints: { readonly terms: { readonly accept: typeof accept } };
}
// @ts-expect-error `PluginTypes` has no member of this name
export type Misspelt = Plugin<MisspeltTypes>;
// @ts-expect-error nor when the plugin is made
export const misspelt = definePlugin<MisspeltTypes>({ id: "misspelt" });

// @ts-expect-error a code is a text
interface NumberedTypes extends PluginTypes {
  readonly errorCode: number;
}
export type Numbered = NumberedTypes;

type Rows<A extends Pick<Auth, "session">> = { readonly user: UserOf<A>; readonly session: SessionOf<A>["session"] };

export async function callsOfThePlugin(
  { api }: Auth<readonly [Plugin<TermsTypes>]>,
  $: Rows<Auth<readonly [Plugin<TermsTypes>]>>,
): Promise<void> {
  const person = { name: "Ann", email: "a@b.co", password: "x" };
  await api.signUp.email({ ...person, plan: "free", code: "1" });
  await api.signUp.email({ ...person, plan: "free", code: "1", age: "30" });
  // @ts-expect-error a field that sign-up needs
  await api.signUp.email({ ...person, plan: "free" });
  // @ts-expect-error a column that sign-up needs
  await api.signUp.email({ ...person, code: "1" });
  // @ts-expect-error the schema of the field takes a text
  await api.signUp.email({ ...person, plan: "free", code: "1", age: 30 });
  // A field of sign-up is no column: nothing to change later, and the app creates users without this field.
  await api.updateUser({ acceptedTerms: null });
  // @ts-expect-error a field of sign-up
  await api.updateUser({ code: "1" });
  await api.createUser({ email: "a@b.co", name: "Ann", plan: "free" });
  // @ts-expect-error a field of sign-up
  await api.createUser({ email: "a@b.co", name: "Ann", plan: "free", code: "1" });
  await api.terms.accept();
  holds<Equal<typeof $.user.birthday, Date | null>>();
  holds<Equal<typeof $.session.desk, string | null>>();
  // @ts-expect-error a secret column is in no answer
  $.user.pin;
}

interface OtherTypes extends PluginTypes {
  readonly user: { readonly nickname: string | null };
  readonly errorCode: "NICKNAME_IS_TAKEN";
}

/** Two plugins with one code each: the intersection of their types keeps its members. */
export async function callsOfTwo(
  { api }: Auth<readonly [Plugin<TermsTypes>, Plugin<OtherTypes>]>,
  $: Rows<Auth<readonly [Plugin<TermsTypes>, Plugin<OtherTypes>]>>,
): Promise<void> {
  await api.terms.accept();
  holds<Equal<typeof $.user.nickname, string | null>>();
  holds<Equal<typeof $.user.plan, string>>();
}

export function hooksOfAnApp(config: AuthConfig<readonly [Plugin<TermsTypes>, Plugin<OtherTypes>]>): void {
  const { hooks } = config;
  type Draft = Parameters<NonNullable<NonNullable<typeof hooks>["user.create"]>>[0];
  holds<Equal<Draft["nickname"], string | null | undefined>>();
  holds<Equal<Draft["plan"], string | undefined>>();
}

interface CodeTypes extends PluginTypes {
  readonly publicOptions: { readonly codes: { readonly length: number } };
}

/** What a plugin tells browsers has the type of the client half. */
export const tellingPlugins = [
  definePlugin<CodeTypes>({ id: "codes", hooks: { "public-options": () => ({ codes: { length: 8 } }) } }),
  // @ts-expect-error a text in place of the number
  definePlugin<CodeTypes>({ id: "codes", hooks: { "public-options": () => ({ codes: { length: "8" } }) } }),
  // @ts-expect-error another name
  definePlugin<CodeTypes>({ id: "codes", hooks: { "public-options": () => ({ code: { length: 8 } }) } }),
];
