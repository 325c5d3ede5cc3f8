import "@keyhold/react-ui/billing.css";
import { BillingSettings, CheckoutResult } from "@keyhold/react-ui";
import type { SignedIn } from "../account/signed-in.ts";
import { Notes } from "./Notes.tsx";
import { Pricing } from "./Pricing.tsx";

interface BillingAreaProps {
  readonly path: string;
  readonly signedIn: SignedIn | null;
}

/** What a customer buys and has. */
export function BillingArea({ path, signedIn }: BillingAreaProps) {
  if (path === "/checkout-result") return <CheckoutResult continueTo="/notes" />;
  if (path === "/organization/billing") return <BillingSettings owner="organization" />;
  if (path === "/billing") return <BillingSettings />;
  return path === "/notes" && signedIn ? <Notes user={signedIn.user} /> : <Pricing isSignedIn={signedIn !== null} />;
}
