import type { Answer, AuthSession } from "@keyhold/client";
import type { Begun } from "./begin.js";
import { failed } from "./errors.js";
import type { AppFlow, KeptFlow } from "./flow.js";
import type { BrowserSignInOptions } from "./options.js";
import { isOver, type Round } from "./round.js";

/** How long a link may arrive after the browser was dismissed: Expo reports both (expo issue 9677). */
const dismissedMilliseconds = 2000;

/** Where a visit of the browser belongs. */
export interface Visit {
  readonly round: Round;
  readonly flows: KeptFlow;
  /** Redeems a link of the flow; null: another link. */
  take(url: string, flow: AppFlow): Promise<Answer<object>> | null;
}

/** Opens the browser, and ends the round with what the browser brings back. */
export async function visit(
  { openAuthSession, redirect }: BrowserSignInOptions,
  { flow, url }: Begun,
  { round, flows, take }: Visit,
): Promise<void> {
  let session: AuthSession;
  try {
    session = await openAuthSession(url, redirect);
  } catch (error) {
    return round.end(failed("AUTH_SESSION_UNAVAILABLE", error));
  }
  if (round.isEnded()) return;
  const taken = session.type === "success" ? take(session.url, flow) : null;
  if (taken) return round.end(taken);
  // The link may arrive by `resume`.
  if (session.type !== "cancel") await isOver(round, dismissedMilliseconds);
  else await flows.end(flow);
  round.end(failed("AUTH_SESSION_CANCELLED"));
}
