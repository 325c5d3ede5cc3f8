import { useState } from "react";
import { Busy } from "../form/Busy.tsx";
import { callShop } from "./call.ts";

type Kind = "merchant" | "customer";

const starts: Readonly<Record<Kind, string>> = { merchant: "/shop", customer: "/billing" };

/** Signs in as a new user with data to look at: there is nothing to type. In development only. */
export function Guests() {
  const [busy, setBusy] = useState<Kind | null>(null);
  const [hasFailed, setFailed] = useState(false);

  async function enter(kind: Kind): Promise<void> {
    if (busy) return;
    setBusy(kind);
    setFailed(false);
    const { kind: answer } = await callShop(`/api/guests/${kind}`, { method: "POST" });
    // The page opens anew, with the session, and this screen stays until then.
    if (answer !== "error") return location.assign(starts[kind]);
    setBusy(null);
    setFailed(true);
  }

  return (
    <section className="guests" aria-labelledby="guests">
      <h2 id="guests">Look around first</h2>
      <p className="soft">
        A tea shop with customers, orders and webhooks that arrive while you watch. There is nothing to type.
      </p>
      <p className="choices">
        <Busy
          isBusy={busy === "merchant"}
          label="Look around as a merchant"
          busy="One moment…"
          onClick={() => enter("merchant")}
        />
        <Busy
          kind="quiet"
          isBusy={busy === "customer"}
          label="Look around as a customer"
          busy="One moment…"
          onClick={() => enter("customer")}
        />
      </p>
      <div role="alert">{hasFailed && <p className="summary">The server could not sign you in. Try again.</p>}</div>
    </section>
  );
}
