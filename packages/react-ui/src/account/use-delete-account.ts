import { useState } from "react";
import { useUI } from "../context.js";
import type { FieldDeclaration, FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { type Loading, useLoading } from "../lists/loading.js";
import { account as english } from "../texts/en/account.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import { addressOf, contactOf } from "../user/guest.js";
import { hasPassword, useAccounts } from "../user/use-accounts.js";
import { type SignedInUser, useUser } from "../user/use-user.js";

/** The state of the deletion of an account. */
export interface DeleteAccountState {
  /** Null: not known yet. */
  readonly user: SignedInUser | null;
  /** Loading until it is known whether the user has a password. */
  readonly loading: Loading;
  /** The email address to confirm, or the number of a user without an address; and the password if the user has a password. */
  readonly form: FormState<"confirmation" | "password">;
  /** An email with a link was sent: the account stays until the user opens the link. */
  readonly isSent: boolean;
}

/**
 * The state and the handlers of the deletion of the user's own account, without markup.
 *
 * @example const { form, isSent } = useDeleteAccount();
 */
export function useDeleteAccount(): DeleteAccountState {
  const { client, paths, navigate } = useUI();
  const user = useUser();
  const accounts = useAccounts();
  const texts = useTexts("account", english);
  const shared = useTexts("common", common);
  const [isSent, setSent] = useState(false);
  // A user without an address confirms by the number.
  const isByNumber = user !== null && addressOf(user) === null && Boolean(user.phoneNumber);
  const contact = (isByNumber ? user.phoneNumber : user?.email) ?? "";
  const shown = user ? (contactOf(user) ?? contact) : "";
  const isByPassword = hasPassword(accounts.data);
  const password: FieldDeclaration<"password"> = {
    name: "password",
    kind: "password",
    label: shared.password,
    empty: shared.passwordEmpty,
    input: { autoComplete: "current-password", autoCapitalize: "none", spellCheck: false },
  };

  const form = useForm<"confirmation" | "password">({
    fields: [
      {
        name: "confirmation",
        label: isByNumber ? texts.sections.phone : texts.confirmEmail,
        empty: texts.confirmEmailWrong(shown),
        hint: texts.confirmEmailHint(shown),
        input: { ...(isByNumber && { dir: "ltr" }), autoComplete: "off", autoCapitalize: "none", spellCheck: false },
      },
      ...(isByPassword ? [password] : []),
    ],
    check: ({ confirmation = "" }) =>
      confirmation === "" || confirmation.replace(/[\s\u2066-\u2069]/g, "").toLowerCase() === contact
        ? []
        : [{ field: "confirmation", text: texts.confirmEmailWrong(shown) }],
    errorFields: { INVALID_PASSWORD: "password" },
    async send({ password: given }) {
      const callbackURL = `${paths.accountDeleted}?from=app`;
      const { data, error } = await client.deleteUser({
        ...(isByPassword && { password: given ?? "" }),
        callbackURL,
      });
      // A server without an email for deletions has deleted the account at once.
      if (data?.message === "User deleted") navigate(callbackURL, { replace: true });
      else if (data) setSent(true);
      return error;
    },
  });
  return { user, loading: useLoading(accounts), form, isSent };
}
