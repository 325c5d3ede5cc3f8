import type { CallError } from "@keyhold/react";
import { useState } from "react";
import { useEndSignIn, useLeaveSignedIn, useWantedPath } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { columnValues } from "../form/column-values.js";
import type { FieldDeclaration, FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { type Offers, useOffers } from "../offers.js";
import { useNewPassword } from "../password/use-new-password.js";
import { type ProvidersState, useProviders } from "../provider/use-providers.js";
import { useChallenge } from "../sign-in/use-challenge.js";
import { common } from "../texts/en/common.js";
import { signUp as english } from "../texts/en/sign-up.js";
import { useTexts } from "../texts/use-texts.js";

/** Options of `useSignUp`. */
export interface SignUpOptions {
  /** The path after the sign-up. Default: `?redirect=` of the URL, or the home screen. */
  readonly redirectTo?: string | undefined;
  /** A fixed email address, e.g. of an invitation. */
  readonly email?: string | undefined;
  /** The screen stays after the sign-up: `redirectTo` is this screen, which shows the next step. */
  readonly staysHere?: boolean | undefined;
  /** Further fields: columns of the user that the server takes, or fields of sign-up. */
  readonly fields?: readonly FieldDeclaration[] | undefined;
}

/** The state of a sign-up screen. */
export interface SignUpState {
  /** What the server offers; null: not known yet. */
  readonly offers: Offers | null;
  /** Name, email address, username if the server has usernames, password, and the further fields. */
  readonly form: FormState;
  readonly providers: ProvidersState;
  /** The address that a verification email went to, if the server asks for a verification before the first sign-in. */
  readonly sentTo: string | null;
}

/**
 * The state and the handlers of a sign-up, without markup. Leaves the screen when the user is signed in.
 *
 * @example const { form, sentTo } = useSignUp({ fields: [{ name: "company", label: "Company" }] });
 */
export function useSignUp(options: SignUpOptions = {}): SignUpState {
  const { redirectTo, email, staysHere = false, fields = [] } = options;
  const { client, paths } = useUI();
  const offers = useOffers();
  const texts = useTexts("signUp", english);
  const shared = useTexts("common", common);
  const to = useWantedPath(redirectTo);
  const endSignIn = useEndSignIn();
  const challenge = useChallenge();
  const newPassword = useNewPassword("password", shared.password);
  const [sentTo, setSentTo] = useState<string | null>(null);
  useLeaveSignedIn(staysHere ? null : to);

  const plain = { autoCapitalize: "none", spellCheck: false } as const;
  const invited = email === undefined ? {} : { defaultValue: email, readOnly: true };
  const usernameField: readonly FieldDeclaration[] = offers?.hasUsername
    ? [
        {
          name: "username",
          label: shared.username,
          hint: texts.usernameHint,
          input: { ...plain, autoComplete: "username" },
        },
      ]
    : [];
  const form = useForm({
    fields: [
      { name: "name", label: shared.name, empty: texts.nameEmpty, input: { autoComplete: "name", maxLength: 255 } },
      {
        name: "email",
        label: shared.email,
        empty: shared.emailEmpty,
        ...(email !== undefined && { hint: texts.invitedEmail }),
        input: { ...plain, type: "email", autoComplete: "email", ...invited },
      },
      ...usernameField,
      ...fields,
      newPassword.field,
    ],
    errorFields: { ...newUserErrors, ...newPassword.errorFields },
    errorTexts: newPassword.errorTexts,
    async send(values): Promise<CallError | null> {
      const { name = "", email: given = "", password = "" } = values;
      const username = values.username?.trim();
      const input = {
        name,
        email: given.trim(),
        password,
        callbackURL: `${paths.verifyEmail}?verified`,
        ...(username && { username }),
        ...columnValues(values, fields, offers?.userFields ?? [], undefined),
      };
      const answer = await client.signUp.email(input, await challenge("sign-up"));
      if (answer.data && "token" in answer.data && answer.data.token === null) setSentTo(given.trim());
      return endSignIn(answer, to);
    },
  });
  const providers = useProviders({ callbackURL: to, ...(staysHere && { errorPath: to }) });
  return { offers, form, providers, sentTo };
}

/** The field of each error of a new user. */
const newUserErrors = {
  INVALID_EMAIL: "email",
  USER_ALREADY_EXISTS: "email",
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: "username",
  USERNAME_IS_TOO_SHORT: "username",
  USERNAME_IS_TOO_LONG: "username",
  USERNAME_IS_INVALID: "username",
};
