import type { FieldDeclaration } from "../form/form-state.js";
import type { FormDeclaration } from "../form/use-form.js";
import { useOffers } from "../offers.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";

/** The field of a new password, and the parts of a form for this field. */
export interface NewPassword<Name extends string> {
  readonly field: FieldDeclaration<Name>;
  readonly errorFields: Readonly<Record<string, Name>>;
  readonly errorTexts: NonNullable<FormDeclaration<Name>["errorTexts"]>;
}

/** The field of a new password by the rules of the server. */
export function useNewPassword<Name extends string>(name: Name, label?: string): NewPassword<Name> {
  const texts = useTexts("common", common);
  const { minLength = 8, maxLength = 128 } = useOffers()?.password ?? {};
  return {
    field: {
      name,
      kind: "password",
      label: label ?? texts.newPassword,
      empty: texts.newPasswordEmpty,
      hint: texts.passwordHint(minLength),
      minLength,
      input: { autoComplete: "new-password", autoCapitalize: "none", spellCheck: false },
    },
    errorFields: {
      PASSWORD_TOO_SHORT: name,
      PASSWORD_TOO_LONG: name,
      PASSWORD_TOO_COMMON: name,
      PASSWORD_COMPROMISED: name,
    },
    errorTexts: {
      PASSWORD_TOO_SHORT: texts.passwordTooShort(minLength),
      PASSWORD_TOO_LONG: texts.passwordTooLong(maxLength),
    },
  };
}
