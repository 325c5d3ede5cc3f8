import { useState } from "react";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { type Loading, useLoading } from "../lists/loading.js";
import { useOffers } from "../offers.js";
import { useNewPassword } from "../password/use-new-password.js";
import { useChallenge } from "../sign-in/use-challenge.js";
import { account as english } from "../texts/en/account.js";
import { useTexts } from "../texts/use-texts.js";
import { addressOf } from "../user/guest.js";
import { hasPassword, useAccounts } from "../user/use-accounts.js";
import { type SignedInUser, useUser } from "../user/use-user.js";

/** The state of the section of the password. */
export interface ChangePasswordState {
  /** Null: not known yet. */
  readonly user: SignedInUser | null;
  /** Whether `hasPassword` is known. */
  readonly loading: Loading;
  /** A user without a password, e.g. of a provider, gets the first password by an email. */
  readonly hasPassword: boolean;
  /** Changes the password. */
  readonly change: FormState<"currentPassword" | "newPassword" | "revokeOtherSessions">;
  /** Sends the email for the first password. The form has no fields. */
  readonly first: FormState<never>;
  /** The server can send the email for the first password. */
  readonly canGetFirst: boolean;
  /** The email for the first password was sent. */
  readonly isFirstSent: boolean;
}

/**
 * The state and the handlers of a change of the password, without markup.
 *
 * @example const { hasPassword, change, first } = useChangePassword();
 */
export function useChangePassword(): ChangePasswordState {
  const { client, paths } = useUI();
  const offers = useOffers();
  const user = useUser();
  const accounts = useAccounts();
  const challenge = useChallenge();
  const [isFirstSent, setFirstSent] = useState(false);
  const first = useForm<never>({
    fields: [],
    async send() {
      const input = { email: user?.email ?? "", redirectTo: paths.resetPassword };
      const { error } = await client.requestPasswordReset(input, await challenge("reset-password"));
      if (!error) setFirstSent(true);
      return error;
    },
  });
  return {
    user,
    loading: useLoading(accounts),
    hasPassword: hasPassword(accounts.data),
    change: usePasswordForm(),
    first,
    canGetFirst: (offers?.canResetPassword ?? false) && user !== null && addressOf(user) !== null,
    isFirstSent,
  };
}

function usePasswordForm(): ChangePasswordState["change"] {
  const { client } = useUI();
  const texts = useTexts("account", english);
  const newPassword = useNewPassword("newPassword");
  const plain = { autoCapitalize: "none", spellCheck: false } as const;
  return useForm({
    fields: [
      {
        name: "currentPassword",
        kind: "password",
        label: texts.currentPassword,
        empty: texts.currentPasswordEmpty,
        input: { ...plain, autoComplete: "current-password" },
      },
      newPassword.field,
      {
        name: "revokeOtherSessions",
        kind: "checkbox",
        label: texts.signOutOthers,
        hint: texts.signOutOthersHint,
        input: { defaultChecked: true },
      },
    ],
    clearsAfterSuccess: true,
    errorFields: { INVALID_PASSWORD: "currentPassword", ...newPassword.errorFields },
    errorTexts: { INVALID_PASSWORD: texts.currentPasswordWrong, ...newPassword.errorTexts },
    async send({ currentPassword = "", newPassword: given = "", revokeOtherSessions }) {
      const rest = { revokeOtherSessions: revokeOtherSessions === "on" };
      return (await client.changePassword({ currentPassword, newPassword: given, ...rest })).error;
    },
  });
}
