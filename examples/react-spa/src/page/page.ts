import { createContext, useContext } from "react";
import type { Known } from "../../shared/known.ts";

/** What the server tells about itself in the page. */
export interface Page {
  /** The path of the page load. */
  readonly path: string;
  /** The organization with the dashboard; null: this server has no shop. */
  readonly merchantId: string | null;
  /** The payments provider's id of the meter of cups. */
  readonly cupsMeter: string;
  /** In production there is no mailbox. */
  readonly hasMailbox: boolean;
  /** Whether this server signs in guests: in development. */
  readonly hasGuests: boolean;
  /** Null: the server has not rendered the page. */
  readonly known: Known | null;
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error("Render this component inside <PageContext>.");
  return page;
}
