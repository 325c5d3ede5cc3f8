import { readKnown } from "../../shared/known.ts";
import type { Page } from "./page.ts";

/** Reads what the server has written into the HTML. */
export function readPage(root: HTMLElement): Page {
  const { dataset } = document.documentElement;
  return {
    path: location.pathname,
    merchantId: dataset.merchant || null,
    cupsMeter: dataset.cupsMeter ?? "",
    hasMailbox: "mailbox" in dataset,
    hasGuests: "guests" in dataset,
    known: root.dataset.known ? readKnown(root.dataset.known) : null,
  };
}
