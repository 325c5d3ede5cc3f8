import type { CheckoutStep } from "@keyhold/billing/client";
import { type ReactElement, useEffect } from "react";
import { withRedirect } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { useQuery } from "../query.js";
import { checkoutResult as english } from "../texts/en/checkout-result.js";
import { useTexts } from "../texts/use-texts.js";
import { NotOffered } from "./NotOffered.js";
import { useBillingPaths } from "./use-billing-paths.js";
import { useCheckoutResult } from "./use-checkout-result.js";
import { useHasBilling } from "./use-has-billing.js";
import { checkoutName } from "./use-pricing.js";

/** The properties of `CheckoutResult`. */
export interface CheckoutResultProps {
  /** The path of "Continue", e.g. of the feature that was bought. Default: the home screen. */
  readonly continueTo?: string | undefined;
}

/**
 * The screen after a checkout: waits until the app has what was bought, and says what became of the payment. Its path is
 * `paths.checkoutResult`.
 *
 * @example <AuthUI client={authClient}><CheckoutResult continueTo="/export" /></AuthUI>
 */
export function CheckoutResult(props: CheckoutResultProps): ReactElement {
  const query = useQuery();
  const hasBilling = useHasBilling();
  if (hasBilling === null || query === null) return <Waiting />;
  return hasBilling ? <Known id={query.get(checkoutName)} {...props} /> : <NotOffered />;
}

function Known({ id, continueTo }: CheckoutResultProps & { readonly id: string | null }): ReactElement {
  const { paths, navigate } = useUI();
  const step = useCheckoutResult(id);
  useEffect(() => {
    if (step !== "signed-out") return;
    navigate(withRedirect(paths.signIn, location.pathname + location.search, paths.home), { replace: true });
  }, [step, navigate, paths]);
  if (step === "signed-out") return <Waiting />;
  return <Step key={step} step={step} continueTo={continueTo ?? paths.home} />;
}

interface StepProps {
  readonly step: Exclude<CheckoutStep, "signed-out">;
  readonly continueTo: string;
}

function Step({ step, continueTo }: StepProps): ReactElement {
  const { Link } = useUI();
  const paths = useBillingPaths();
  const texts = useTexts("checkoutResult", english);
  const isBought = step === "done" || step === "slow";
  return (
    <Screen title={texts[`${step}Title`]} lead={texts[`${step}Lead`]}>
      {step === "waiting" ? (
        <p className="kh-choices" role="status" aria-label={texts.waitingTitle}>
          <span className="kh-spinner" />
        </p>
      ) : (
        <p className="kh-choices">
          <Link className="kh-button kh-primary" href={isBought ? continueTo : paths.pricing}>
            {isBought ? texts.continue : texts.plans}
          </Link>
          {isBought && (
            <Link className="kh-button kh-quiet" href={paths.billing}>
              {texts.yourPlan}
            </Link>
          )}
        </p>
      )}
    </Screen>
  );
}
