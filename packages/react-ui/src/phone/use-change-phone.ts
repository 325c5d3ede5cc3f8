import { useState } from "react";
import { useUI } from "../context.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { phone as english } from "../texts/en/phone.js";
import { useTexts } from "../texts/use-texts.js";
import { type SignedInUser, useUser } from "../user/use-user.js";
import { type SentNumber, useSentNumber } from "./use-sent-number.js";

/** The state of the section of the phone number. */
export interface ChangePhoneState extends SentNumber {
  /** Null: not known yet. */
  readonly user: SignedInUser | null;
  /** Whether the number was saved on this screen. */
  readonly isSaved: boolean;
  /** Removes the number. True after a success. */
  readonly remove: () => Promise<boolean>;
  /** The result of `remove`. */
  readonly removal: ActionState;
}

/**
 * The state and the handlers of the section of the phone number, without markup: a code to a new number gives the number
 * to the user, in place of the earlier number.
 *
 * @example const { user, form, sentTo, code } = useChangePhone();
 */
export function useChangePhone(): ChangePhoneState {
  const { client, paths } = useUI();
  const user = useUser();
  const texts = useTexts("phone", english);
  const [isSaved, setSaved] = useState(false);
  const removal = useAction();
  const state = useSentNumber({
    label: user?.phoneNumber ? texts.newNumber : texts.number,
    to: `${paths.account}/phone`,
    staysHere: () => true,
    async use(number, { code }, options) {
      const result = await client.phoneNumber.verify({ ...number, code, updatePhoneNumber: true }, options);
      if (result.error) return result;
      setSaved(true);
      removal.reset();
      state.restart();
      return result;
    },
  });
  async function remove(): Promise<boolean> {
    setSaved(false);
    return removal.run("remove", {
      call: async () => (await client.phoneNumber.remove()).error,
      done: texts.removed,
    });
  }
  return { ...state, user, isSaved, remove, removal };
}
