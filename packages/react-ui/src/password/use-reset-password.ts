import { useState } from "react";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { useLinkQuery } from "../query.js";
import { useNewPassword } from "./use-new-password.js";

/** The state of the screen of a reset link. */
export interface ResetPasswordState {
  /** "reading": the URL is not known yet. "dead": the link has no token, or the token has expired. */
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
  const newPassword = useNewPassword("newPassword");
  const query = useLinkQuery();
  const token = query?.get("token") ?? null;
  const [end, setEnd] = useState<"done" | "dead" | null>(null);
  const form = useForm({
    ...newPassword,
    fields: [newPassword.field],
    async send({ newPassword: given = "" }) {
      const { error } = await client.resetPassword({ newPassword: given, token: token ?? "" });
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
