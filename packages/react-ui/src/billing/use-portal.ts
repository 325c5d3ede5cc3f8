import { useUI } from "../context.js";
import type { Actions } from "../form/use-action.js";
import { billing as english } from "../texts/en/billing.js";
import { useTexts } from "../texts/use-texts.js";
import type { BillingOwner } from "./types.js";

/** The name of the action that opens the page of the payments provider. */
export const portalAction = "portal";

/** Opens the page of the payments provider with payment methods and receipts. */
export function usePortal({ organizationId }: BillingOwner, run: Actions["run"]): () => Promise<boolean> {
  const { client } = useUI();
  const { codes } = useTexts("billing", english);
  const input = organizationId === undefined ? {} : { referenceId: organizationId };
  return () =>
    run(portalAction, {
      leaves: true,
      errors: codes,
      call: async () => (await client.customer.portal({ ...input, redirect: true })).error,
    });
}
