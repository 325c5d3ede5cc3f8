import { useState } from "react";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { useOffers } from "../offers.js";
import { useLinkQuery } from "../query.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import { newPasswordErrors } from "./new-password-errors.js";

/** The state of the screen of a reset link. */
export interface ResetPasswordState {
  /** "reading": the URL is not known yet. "dead": the link has no token, or its token has ended. */
  readonly step: "reading" | "asking" | "done" | "dead";
  readonly form: FormState<"newPassword">;
}

/**
 * The state and the handlers of the screen that a reset link leads to, without markup.
 *
 * @example const { step, form } = useResetPassword();
 */
export function useResetPassword(): ResetPasswordState {
  const { client } = useUI();
  const offers = useOffers();
  const texts = useTexts("common", common);
  const query = useLinkQuery();
  const token = query?.get("token") ?? null;
  const [end, setEnd] = useState<"done" | "dead" | null>(null);
  const form = useForm({
    fields: [
      {
        name: "newPassword",
        kind: "password",
        label: texts.newPassword,
        empty: texts.newPasswordEmpty,
        hint: texts.passwordHint(offers?.password?.minLength ?? 8),
        input: { autoComplete: "new-password", autoCapitalize: "none", spellCheck: false },
      },
    ],
    errorFields: newPasswordErrors("newPassword"),
    async send({ newPassword = "" }) {
      const { error } = await client.resetPassword({ newPassword, token: token ?? "" });
      if (!error) setEnd("done");
      if (error?.code !== "INVALID_TOKEN") return error;
      setEnd("dead");
      return null;
    },
  });
  if (end) return { step: end, form };
  if (query === null) return { step: "reading", form };
  return { step: token === null ? "dead" : "asking", form };
}
