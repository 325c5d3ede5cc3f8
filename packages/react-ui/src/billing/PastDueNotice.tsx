import { type ReactElement, useId } from "react";
import { useUI } from "../context.js";
import { useOrganization } from "../organization/use-organization.js";
import { Button } from "../parts/Button.js";
import { billing as english } from "../texts/en/billing.js";
import { useTexts } from "../texts/use-texts.js";
import { useFormat } from "./format.js";
import { organizationOwner, userOwner } from "./owner.js";
import type { BillingOwner, BillingOwnerKind } from "./types.js";
import { useHasBilling } from "./use-has-billing.js";
import { usePastDue } from "./use-past-due.js";
import { portalAction } from "./use-portal.js";

/** The properties of `PastDueNotice`. */
export interface PastDueNoticeProps {
  /** The owner of the plan: the user, or the active organization. Default "user". */
  readonly owner?: BillingOwnerKind;
}

/**
 * A notice while a payment has failed: until when features stay unlocked, and a button to the page of the payments
 * provider. Else empty. For the layout of an app.
 *
 * @example <AuthUI client={authClient}><PastDueNotice /></AuthUI>
 */
export function PastDueNotice({ owner = "user" }: PastDueNoticeProps): ReactElement | null {
  const { client } = useUI();
  const hasBilling = useHasBilling();
  const { data } = client.useSession();
  if (!hasBilling || !data) return null;
  return owner === "user" ? <Notice key={data.user.id} owner={userOwner} /> : <OfOrganization />;
}

function OfOrganization(): ReactElement | null {
  const { organizationRoles } = useUI();
  const { view } = useOrganization();
  if (!view) return null;
  const owner = organizationOwner(view, organizationRoles);
  return owner.can("read") ? <Notice key={owner.organizationId} owner={owner} /> : null;
}

function Notice({ owner }: { readonly owner: BillingOwner }): ReactElement | null {
  const { isPastDue, until, isLocked, busy, error, waitSeconds, openPortal } = usePastDue(owner);
  const texts = useTexts("billing", english);
  const { day } = useFormat();
  const title = useId();
  if (!isPastDue) return null;
  const locked = isLocked ? texts.pastDueLocked : null;
  const canPay = owner.can("portal");
  return (
    <section className="kh-notice kh-banner kh-past-due" aria-labelledby={title}>
      <p>
        <strong id={title}>{texts.pastDueTitle}</strong>{" "}
        <span role="status">{error ?? (until ? texts.pastDueUntil(day(until)) : locked)}</span>{" "}
        {!canPay && texts.pastDueAsk}
      </p>
      {canPay && (
        <Button
          kind="quiet"
          isSmall
          isBusy={busy === portalAction}
          waitSeconds={waitSeconds}
          label={texts.pay}
          busyLabel={texts.opening}
          onClick={openPortal}
        />
      )}
    </section>
  );
}
