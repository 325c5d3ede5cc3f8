import { UsageMeter, useOrganizations } from "@keyhold/react-ui";
import { useState } from "react";
import { authClient, useEntitlement } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { usePage } from "../page/page.ts";
import { callShop } from "../shop/call.ts";

/** The machine: the organization pays for each cup, or the plan of the user has some. */
export function Cups() {
  const { cupsMeter } = usePage();
  const { active } = useOrganizations();
  const machine = useEntitlement("machine");
  const { refetch } = authClient.useBillingState();
  const [poured, setPoured] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState({ text: "", isGood: true });
  const isOfOrganization = machine.has && active !== null;

  async function pour(): Promise<void> {
    setBusy(true);
    const answer = await callShop<object>("/api/shop/pour", { method: "POST" });
    await refetch();
    setPoured((count) => count + 1);
    setBusy(false);
    const isGood = answer.kind !== "error";
    setSaid({ text: isGood ? "Enjoy your tea." : "No cup: your plan has none left in this period.", isGood });
  }

  return (
    <section className="shop-part" aria-labelledby="machine">
      <h2 id="machine">The tea machine</h2>
      <UsageMeter
        // The usage of an organization is read anew.
        key={isOfOrganization ? `${active.id} ${poured}` : "user"}
        meter={cupsMeter}
        label="Cups poured"
        owner={isOfOrganization ? "organization" : "user"}
      />
      <p className="choices">
        <Busy isBusy={isBusy} label="Pour a cup" busy="Pouring…" onClick={pour} />
      </p>
      <p className={said.isGood ? "result" : "result bad"} role="status">
        {said.text}
      </p>
    </section>
  );
}
