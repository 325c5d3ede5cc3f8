import type { ReactElement } from "react";
import { billing as english } from "../texts/en/billing.js";
import { useTexts } from "../texts/use-texts.js";
import { useFormat } from "./format.js";
import type { Subscription } from "./types.js";

/** When a subscription renews or ends. */
export function SubscriptionLine({ subscription }: { readonly subscription: Subscription }): ReactElement | null {
  const texts = useTexts("billing", english);
  const { day } = useFormat();
  const { isPastDue, isTrial, endsAt, periodEnd } = subscription;
  if (isPastDue) return <p className="kh-bad">{texts.pastDueTitle}</p>;
  if (endsAt) return <p className="kh-meta">{texts.endsOn(day(endsAt))}</p>;
  if (!periodEnd) return null;
  return <p className="kh-meta">{(isTrial ? texts.trialUntil : texts.renewsOn)(day(periodEnd))}</p>;
}
