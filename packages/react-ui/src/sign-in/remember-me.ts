import type { FieldDeclaration } from "../form/form-state.js";
import type { signIn } from "../texts/en/sign-in.js";

/** The box "Keep me signed in", checked at first. */
export const rememberMeBox = ({
  rememberMe: label,
  rememberMeHint: hint,
}: Pick<typeof signIn, "rememberMe" | "rememberMeHint">): FieldDeclaration<"rememberMe"> => ({
  name: "rememberMe",
  kind: "checkbox",
  label,
  hint,
  input: { defaultChecked: true },
});
