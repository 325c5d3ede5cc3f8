import type { CallError } from "@keyhold/react";
import type { FieldDeclaration, FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";

/** The password, if the user has one; else the session must be fresh. */
export interface OwnerProof {
  readonly password?: string;
}

/** A form with the password, if the user has one. `isRequired`: an empty field is a problem. */
export function useOwnerForm(
  hasPassword: boolean,
  send: (proof: OwnerProof) => Promise<CallError | null>,
  { isRequired = true }: { readonly isRequired?: boolean } = {},
): FormState<"password"> {
  const texts = useTexts("common", common);
  const field: FieldDeclaration<"password"> = {
    name: "password",
    kind: "password",
    label: texts.password,
    ...(isRequired && { empty: texts.passwordEmpty }),
    input: { autoComplete: "current-password", autoCapitalize: "none", spellCheck: false },
  };
  return useForm({
    fields: hasPassword ? [field] : [],
    // The section stays mounted: the next state hides the form.
    staysAfterSuccess: true,
    errorFields: { INVALID_PASSWORD: "password" },
    send: ({ password }) => send(password ? { password } : {}),
  });
}
