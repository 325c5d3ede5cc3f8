import type { CallError } from "@keyhold/react";
import { useState } from "react";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { type SignedInUser, useUser } from "../user/use-user.js";
import type { NewApp } from "./Enrolment.js";
import { useOwnerForm } from "./use-owner-form.js";

/** The state of the screen to set up a second factor again. */
export interface SetUpAgainState {
  /** Null: not known yet. */
  readonly user: SignedInUser | null;
  /** Starts to set up an app. The password is needed after a sign-in with a password. */
  readonly form: FormState<"password">;
  /** The app to confirm; null before. */
  readonly app: NewApp | null;
  /** Takes a code to confirm the app; answers the error. */
  readonly confirm: (given: { readonly code: string }) => Promise<CallError | null>;
  readonly cancel: () => void;
}

/** The methods with which the session was started, e.g. "pwd", "fed", "recovery". */
const useMethods = (): readonly string[] => useUI().client.useSession().data?.session.amr?.split(",") ?? [];

/**
 * Whether the user has signed in by a backup code or a recovery. Then show `SetUpAgain`: the server answers no other
 * call until a new second factor is set up.
 *
 * @example if (useIsRecovering()) return <SetUpAgain />;
 */
export const useIsRecovering = (): boolean => useMethods().includes("recovery");

/**
 * The state and the handlers of the repeated setup of a second factor, without markup.
 *
 * @example const { form, app, confirm } = useSetUpAgain();
 */
export function useSetUpAgain(): SetUpAgainState {
  const { client } = useUI();
  const user = useUser();
  const isByPassword = useMethods().includes("pwd");
  const [app, setApp] = useState<NewApp | null>(null);
  const form = useOwnerForm(
    true,
    async (proof) => {
      const { data, error } = await client.twoFactor.enable(proof);
      if (data) setApp({ totpURI: data.totpURI ?? "", backupCodes: data.backupCodes });
      return error;
    },
    { isRequired: isByPassword },
  );
  return {
    user,
    form,
    app,
    confirm: async ({ code }) => (await client.twoFactor.verifyTotp({ code })).error,
    cancel: () => setApp(null),
  };
}
