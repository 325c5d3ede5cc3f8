import { useState } from "react";
import { useUI } from "../context.js";
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
  const state = useSentNumber({
    label: user?.phoneNumber ? texts.newNumber : texts.number,
    to: `${paths.account}/phone`,
    staysHere: true,
    async use(input, options) {
      const result = await client.phoneNumber.verify({ ...input, updatePhoneNumber: true }, options);
      if (result.error) return result;
      setSaved(true);
      state.restart();
      return result;
    },
  });
  return { ...state, user, isSaved };
}
