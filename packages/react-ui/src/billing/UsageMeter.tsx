import { type ReactElement, useId } from "react";
import { useUI } from "../context.js";
import { Failed } from "../parts/Failed.js";
import { billing as english } from "../texts/en/billing.js";
import { useTexts } from "../texts/use-texts.js";
import { useFormat } from "./format.js";
import { ForOwner } from "./owner.js";
import type { BillingOwner, BillingOwnerKind } from "./types.js";
import { useHasBilling } from "./use-has-billing.js";
import { useUsage } from "./use-usage.js";

/** The properties of `UsageMeter`. */
export interface UsageMeterProps {
  /** The payments provider's id of the meter. */
  readonly meter: string;
  /** What is counted, e.g. "API calls". */
  readonly label: string;
  /** The owner of the usage: the user, or the active organization. Default "user". */
  readonly owner?: BillingOwnerKind;
}

/**
 * The usage on a meter: the units used, those that are included, and those that are left. Empty for a signed-out user.
 *
 * @example <UsageMeter meter="a1e5b6f4-52a3-4b1e-8a35-6f7f0a9f2b11" label="API calls" />
 */
export function UsageMeter({ meter, label, owner = "user" }: UsageMeterProps): ReactElement | null {
  const { client } = useUI();
  const hasBilling = useHasBilling();
  const { data } = client.useSession();
  if (!hasBilling || !data) return null;
  return (
    <ForOwner owner={owner}>
      {(known) => known.can("read") && <Meter owner={known} meter={meter} label={label} />}
    </ForOwner>
  );
}

interface MeterProps {
  readonly owner: BillingOwner;
  readonly meter: string;
  readonly label: string;
}

function Meter({ owner, meter, label }: MeterProps): ReactElement {
  const { loading, consumed, credited, balance } = useUsage(owner, meter);
  const texts = useTexts("billing", english);
  const { units } = useFormat();
  const id = useId();
  if (loading.error) return <Failed title={texts.usageFailed} text={loading.error} retry={loading.retry} />;
  const used = credited > 0 ? texts.used(units(consumed), units(credited)) : texts.usedOnly(units(consumed));
  const rest = balance < 0 ? texts.over(units(-balance)) : texts.left(units(balance));
  const isFull = credited > 0 && balance <= 0;
  const text = [consumed === 0 && credited === 0 ? texts.noUsage : used, ...(credited > 0 ? [rest] : [])].join(" · ");
  return (
    <div className="kh-usage" aria-busy={loading.isPending}>
      <p className="kh-name" id={id}>
        {label}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: each browser draws a `meter` in its own colors. */}
      <div
        className="kh-meter"
        data-full={isFull}
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={Math.max(credited, consumed, 1)}
        aria-valuenow={consumed}
        aria-valuetext={text}
      >
        {/* An attribute: a Content-Security-Policy may forbid styles in HTML. */}
        <svg aria-hidden="true">
          <rect width={`${credited > 0 ? Math.min(100, (consumed / credited) * 100) : 0}%`} height="100%" />
        </svg>
      </div>
      {/* The line is reserved while the usage is read. */}
      <p className={isFull ? "kh-bad" : "kh-meta"}>{loading.isPending ? "\u00a0" : text}</p>
    </div>
  );
}
