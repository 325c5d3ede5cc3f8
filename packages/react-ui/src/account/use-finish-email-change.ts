import type { EmailChange, StoreView } from "@keyhold/react";
import type { FullClient } from "../client.js";
import { useUI } from "../context.js";
import { type SendAgain, useSendAgain } from "../email/use-verify-email.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { account as english } from "../texts/en/account.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";
import { useUser } from "../user/use-user.js";

/** The state of a change of address that is not finished. `busy`, `error` and `done` are of `cancel`. */
export interface FinishEmailChangeState extends Pick<ActionState, "busy" | "error" | "done" | "waitSeconds"> {
  /** Null: every change is finished, or that is not known yet. */
  readonly change: EmailChange | null;
  /** Why the change could not be read; null: no error, or not known yet. */
  readonly readError: string | null;
  readonly retry: () => Promise<void>;
  /** Restores the old address, or ends the pending change. True after a success. */
  readonly cancel: () => Promise<boolean>;
  /**
   * Sends the email to the new address again; null: the notice of the unverified address does that, or no email can be
   * sent.
   */
  readonly again: SendAgain | null;
}

type ChangeView = Pick<StoreView<EmailChange | null>, "data" | "error" | "refetch">;

/** An app without the stores of `accountLists()` shows no change. */
const useNoChange = (): ChangeView => noChange;
const noChange: ChangeView = { data: null, error: null, refetch: async () => {} };

const changeHookOf = (client: FullClient): (() => ChangeView) =>
  "useEmailChange" in client ? client.useEmailChange : useNoChange;

/**
 * The state and the handlers of a change of the email address that waits for the new address, without markup.
 *
 * @example const { change, cancel } = useFinishEmailChange();
 */
export function useFinishEmailChange(): FinishEmailChangeState {
  const { client } = useUI();
  const user = useUser();
  const texts = useTexts("account", english);
  const sentenceOf = useErrorText();
  const useEmailChange = changeHookOf(client);
  const { data: change, error: readError, refetch } = useEmailChange();
  const { busy, error, done, waitSeconds, run } = useAction();
  const again = useSendAgain(change?.newEmail ?? null);

  async function cancel(): Promise<boolean> {
    if (!change) return false;
    return run("cancel", {
      call: async () => {
        const { error } = await client.cancelEmailChange();
        // Another browser may have finished the change. The result is never beside the old state.
        await refetch();
        return error;
      },
      done: texts.changeCancelled(change.oldEmail),
      errors: { COULDNT_UPDATE_YOUR_EMAIL: texts.changeNotCancelled },
    });
  }

  return {
    change,
    readError: readError && !change ? sentenceOf(readError) : null,
    retry: refetch,
    busy,
    error,
    done,
    waitSeconds,
    cancel,
    again: change?.state === "held" && user?.emailVerified ? again : null,
  };
}
