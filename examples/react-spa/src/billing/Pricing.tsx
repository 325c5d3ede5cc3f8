import { PricingTable, useOrganizations } from "@keyhold/react-ui";
import { useState } from "react";

/** Who is offered which products of `server/shop/payments.ts`. */
const offers = { user: ["club", "clubYear", "notes"], organization: ["office"] } as const;

/** The plans, as oneself or for the active organization. */
export function Pricing({ isSignedIn }: { isSignedIn: boolean }) {
  return isSignedIn ? <ForOwner /> : <PricingTable />;
}

function ForOwner() {
  const { active } = useOrganizations();
  const [owner, setOwner] = useState<"user" | "organization">("user");
  if (!active) return <PricingTable offers={offers.user} />;
  return (
    <>
      <fieldset className="shop-bar">
        <legend className="unseen">Who buys</legend>
        <button className="button quiet" type="button" aria-pressed={owner === "user"} onClick={() => setOwner("user")}>
          For yourself
        </button>
        <button
          className="button quiet"
          type="button"
          aria-pressed={owner === "organization"}
          onClick={() => setOwner("organization")}
        >
          <span>
            For <bdi>{active.name}</bdi>
          </span>
        </button>
      </fieldset>
      <PricingTable key={owner} owner={owner} offers={offers[owner]} />
    </>
  );
}
