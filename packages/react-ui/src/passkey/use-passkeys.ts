import type { Passkey } from "@keyhold/passkey/client";
import type { Answer } from "@keyhold/react";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { useForm } from "../form/use-form.js";
import { type Loading, useLoading } from "../lists/loading.js";
import { type Reading, useRead } from "../lists/use-read.js";
import { useOffers } from "../offers.js";
import { common } from "../texts/en/common.js";
import { methods as english } from "../texts/en/methods.js";
import { useTexts } from "../texts/use-texts.js";

/** The state of the section of passkeys. `busy` is the id of the passkey during a deletion. */
export interface PasskeysState extends Pick<ActionState, "busy" | "error" | "done"> {
  readonly loading: Loading;
  readonly passkeys: readonly Passkey[];
  /** Adds a passkey, with the dialog of the browser. */
  readonly add: FormState<"name">;
  /** Deletes a passkey. True after a success. */
  readonly remove: (passkey: Passkey) => Promise<boolean>;
  /** Reads the list again, e.g. after a new name. */
  readonly refetch: () => Promise<void>;
}

/** The user's passkeys; empty on a server without them. */
export function usePasskeyList(): Reading<readonly Passkey[]> {
  const { client } = useUI();
  const hasPasskey = useOffers()?.hasPasskey ?? false;
  return useRead(String(hasPasskey), async (signal): Promise<Answer<readonly Passkey[]>> => {
    if (!hasPasskey) return { data: [], error: null };
    return client.passkey.listUserPasskeys({}, { signal });
  });
}

/**
 * The state and the handlers of a user's passkeys, without markup.
 *
 * @example const { passkeys, add, remove } = usePasskeys();
 */
export function usePasskeys(): PasskeysState {
  const { client } = useUI();
  const texts = useTexts("methods", english);
  const { name: label } = useTexts("common", common);
  const list = usePasskeyList();
  const { busy, error, done, run } = useAction();
  const add = useForm({
    fields: [{ name: "name", label, hint: texts.nameHint, input: { autoComplete: "off", maxLength: 255 } }],
    clearsAfterSuccess: true,
    async send({ name }) {
      const { error: failed } = await client.passkey.addPasskey(name ? { name } : {});
      if (!failed) await list.refetch();
      return failed;
    },
  });

  async function remove({ id }: Passkey): Promise<boolean> {
    const call = async () => (await client.passkey.deletePasskey({ id })).error;
    const isDone = await run(id, { call, done: texts.deleted });
    await list.refetch();
    return isDone;
  }

  return {
    loading: useLoading(list),
    passkeys: list.data ?? [],
    add,
    busy,
    error,
    done,
    remove,
    refetch: list.refetch,
  };
}

/** The form to rename a passkey. `renamed` is called after a success. */
export function useRenamePasskey(passkey: Passkey, renamed: () => void): FormState<"name"> {
  const { client } = useUI();
  const texts = useTexts("methods", english);
  const { name: label } = useTexts("common", common);
  return useForm({
    fields: [
      {
        name: "name",
        label,
        empty: texts.nameEmpty,
        input: { autoComplete: "off", maxLength: 255, defaultValue: passkey.name ?? "" },
      },
    ],
    async send({ name = "" }) {
      const { error } = await client.passkey.updatePasskey({ id: passkey.id, name });
      if (!error) renamed();
      return error;
    },
  });
}
