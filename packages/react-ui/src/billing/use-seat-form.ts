import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { billing } from "../texts/en/billing.js";
import { seats as english } from "../texts/en/seats.js";
import { useTexts } from "../texts/use-texts.js";
import type { Subscription } from "./types.js";

/** The form with the number of seats. `done`: called after the change. */
export function useSeatForm({ id: subscriptionId, seats }: Subscription, done: () => void): FormState<"seats"> {
  const { client } = useUI();
  const texts = useTexts("seats", english);
  const { codes } = useTexts("billing", billing);
  return useForm({
    fields: [
      {
        name: "seats",
        label: texts.number,
        hint: texts.hint,
        empty: texts.notWhole,
        input: { type: "number", inputMode: "numeric", min: 1, step: 1, defaultValue: seats ?? 1 },
      },
    ],
    check: ({ seats: number = "" }) => (isSeats(number) ? [] : [{ field: "seats", text: texts.notWhole }]),
    errorFields: { BILLING_INPUT_REFUSED: "seats" },
    errorTexts: { ...codes, BILLING_INPUT_REFUSED: texts.refused },
    staysAfterSuccess: true,
    async send({ seats: number = "" }) {
      const { error } = await client.billing.subscription.change({ subscriptionId, seats: Number(number) });
      if (!error) done();
      return error;
    },
  });
}

const isSeats = (text: string): boolean => /^[1-9]\d{0,6}$/.test(text.trim()) && Number(text) <= 1_000_000;
