import { useState } from "react";
import { Busy } from "../../form/Busy.tsx";
import { callShop } from "../call.ts";

interface RefundProps {
  readonly id: string;
  readonly changed: () => Promise<void>;
}

/** Refunds an order at the payments provider: what a purchase without a subscription has unlocked is locked again. */
export function Refund({ id, changed }: RefundProps) {
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  async function refund(): Promise<void> {
    setBusy(true);
    const answer = await callShop(`/api/shop/refund?id=${encodeURIComponent(id)}`, { method: "POST" });
    setBusy(false);
    setFailed(answer.kind === "error");
    await changed();
  }

  return (
    <>
      <Busy kind="quiet" isSmall isBusy={isBusy} label="Refund" busy="Refunding…" onClick={refund} />
      <p className="result bad" role="status">
        {hasFailed && "The order could not be refunded."}
      </p>
    </>
  );
}
