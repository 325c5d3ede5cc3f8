import { useState } from "react";
import type { TestEventView } from "../../../shared/shop.ts";
import { Busy } from "../../form/Busy.tsx";
import { callShop } from "../call.ts";

type Route = "/api/shop/test-event" | "/api/shop/failing-event" | "/api/shop/forged-event";

/** Asks the payments provider of this computer for a sale, for deliveries, and for another order of them. */
export function TestEvents({ done }: { done: () => Promise<void> }) {
  const [busy, setBusy] = useState<Route | null>(null);
  const [said, setSaid] = useState({ text: "", isGood: true });

  async function send(route: Route): Promise<void> {
    if (busy) return;
    setBusy(route);
    const answer = await callShop<TestEventView>(route, { method: "POST" });
    setBusy(null);
    setSaid(sentence(answer.kind === "data" ? answer.data : null));
    await done();
  }

  const [isMixed, setMixed] = useState(false);

  async function mix(): Promise<void> {
    const answer = await callShop<{ readonly isMixed: boolean }>(
      `/api/shop/mixed-deliveries?id=${isMixed ? "off" : "on"}`,
      {
        method: "POST",
      },
    );
    if (answer.kind === "data") setMixed(answer.data.isMixed);
  }

  return (
    <>
      <button className="button quiet" type="button" aria-pressed={isMixed} onClick={mix}>
        Deliver twice, in any order
      </button>
      <Busy
        isBusy={busy === "/api/shop/test-event"}
        label="Sell something"
        busy="Selling…"
        onClick={() => send("/api/shop/test-event")}
      />
      <Busy
        kind="quiet"
        isBusy={busy === "/api/shop/failing-event"}
        label="Send one that fails once"
        busy="Sending…"
        onClick={() => send("/api/shop/failing-event")}
      />
      <Busy
        kind="quiet"
        isBusy={busy === "/api/shop/forged-event"}
        label="Send one with a wrong signature"
        busy="Sending…"
        onClick={() => send("/api/shop/forged-event")}
      />
      <p className={said.isGood ? "result" : "result bad"} role="status">
        {said.text}
      </p>
    </>
  );
}

function sentence(sent: TestEventView | null): { text: string; isGood: boolean } {
  if (!sent) return { text: "The event could not be sent.", isGood: false };
  const { eventType, status, code } = sent;
  if (code === null) return { text: `${eventType} was handled, and answered with ${status}.`, isGood: true };
  if (status >= 500)
    return { text: `A handler of ${eventType} failed: ${status}, ${code}. Open it to send it again.`, isGood: false };
  return { text: `${eventType} was rejected: ${status}, ${code}.`, isGood: false };
}
