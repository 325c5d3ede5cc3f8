import { useState } from "react";
import { useKeptQuery } from "../after-sign-in.js";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { useChallenge } from "../sign-in/use-challenge.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";

/** The state of a screen that asks for a reset link. */
export interface ForgotPasswordState {
  readonly form: FormState<"email">;
  /** The address that was asked for, with or without an account; null before. */
  readonly sentTo: string | null;
  /** Asks for another address. */
  readonly restart: () => void;
}

/**
 * The state and the handlers of a forgotten password, without markup.
 *
 * @example const { form, sentTo } = useForgotPassword();
 */
export function useForgotPassword(): ForgotPasswordState {
  const { client, paths } = useUI();
  const texts = useTexts("common", common);
  const challenge = useChallenge();
  // The link in the email keeps the screen to continue with.
  const link = useKeptQuery();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    fields: [
      {
        name: "email",
        label: texts.email,
        empty: texts.emailEmpty,
        input: { type: "email", autoComplete: "username", autoCapitalize: "none", spellCheck: false },
      },
    ],
    errorFields: { INVALID_EMAIL: "email" },
    staysAfterSuccess: true,
    async send({ email = "" }) {
      const input = { email, redirectTo: link(paths.resetPassword) };
      const { error } = await client.requestPasswordReset(input, await challenge("reset-password"));
      if (!error) setSentTo(email);
      return error;
    },
  });
  return { form, sentTo, restart: () => setSentTo(null) };
}
