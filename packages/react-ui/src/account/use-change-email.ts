import { useState } from "react";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { useChallenge } from "../sign-in/use-challenge.js";
import { account as english } from "../texts/en/account.js";
import { useTexts } from "../texts/use-texts.js";
import { type SignedInUser, useUser } from "../user/use-user.js";

/** A requested change of an address. */
export interface RequestedEmail {
  readonly from: string;
  readonly to: string;
  /** The current address approves first, then the new address is verified. */
  readonly isTwoSteps: boolean;
}

/** The state of the section of the email address. */
export interface ChangeEmailState {
  /** Null: not known yet. */
  readonly user: SignedInUser | null;
  readonly form: FormState<"newEmail">;
  /** The change, waiting for a link in an email; null before. */
  readonly requested: RequestedEmail | null;
}

/**
 * The state and the handlers of a change of the email address, without markup.
 *
 * @example const { form, requested } = useChangeEmail();
 */
export function useChangeEmail(): ChangeEmailState {
  const { client, paths } = useUI();
  const challenge = useChallenge();
  const user = useUser();
  const texts = useTexts("account", english);
  const [requested, setRequested] = useState<RequestedEmail | null>(null);
  const form = useForm({
    fields: [
      {
        name: "newEmail",
        label: texts.newEmail,
        empty: texts.newEmailEmpty,
        hint: user?.emailVerified ? texts.approveFirst : texts.verifyNew,
        input: { type: "email", autoComplete: "email", autoCapitalize: "none", spellCheck: false },
      },
    ],
    errorFields: { INVALID_EMAIL: "newEmail", EMAIL_IS_THE_SAME: "newEmail", COULDNT_UPDATE_YOUR_EMAIL: "newEmail" },
    errorTexts: { EMAIL_IS_THE_SAME: texts.emailSame, COULDNT_UPDATE_YOUR_EMAIL: texts.emailTaken },
    async send({ newEmail: to = "" }) {
      const change = { newEmail: to, callbackURL: `${paths.verifyEmail}?verified` };
      const { error } = await client.changeEmail(change, await challenge("send-email"));
      if (!error && user) setRequested({ from: user.email, to, isTwoSteps: user.emailVerified });
      return error;
    },
  });
  return { user, form, requested };
}
