import { type ReactElement, useEffect, useState } from "react";
import { withRedirect } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import { useForm } from "../form/use-form.js";
import { useOffers } from "../offers.js";
import { Form } from "../parts/Form.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { PasskeyButton } from "../passkey/PasskeyButton.js";
import { common } from "../texts/en/common.js";
import { factor as english } from "../texts/en/factor.js";
import { useTexts } from "../texts/use-texts.js";
import { CodeForm } from "./CodeForm.js";
import { EmailedCode } from "./EmailedCode.js";
import { Enrolment, type NewApp } from "./Enrolment.js";
import { MethodChoice } from "./MethodChoice.js";
import { canFinish, type FactorMethod, methodsIn } from "./methods.js";
import { Recovery } from "./Recovery.js";
import { type TwoFactorState, useTwoFactor } from "./use-two-factor.js";

/**
 * The second step of a sign-in: a passkey, a code of an app, by email, or a backup code; the setup of a factor that the
 * app requires; the recovery of an account without any.
 *
 * @example <AuthUI client={authClient}><TwoFactor /></AuthUI>
 */
export function TwoFactor(): ReactElement {
  const state = useTwoFactor();
  const { client, paths, navigate, Link } = useUI();
  const offers = useOffers();
  const texts = useTexts("factor", english);
  const { signIn } = useTexts("common", common);
  const [isRecovering, setRecovering] = useState(false);
  const { step, methods, to } = state;
  const signInPath = withRedirect(paths.signIn, to, paths.home);

  useEffect(() => {
    // A router may change the URL after the first render of the page.
    if (step === "none" && !canFinish(methodsIn(new URLSearchParams(location.search)), client))
      navigate(signInPath, { replace: true });
  }, [step, navigate, signInPath, client]);

  if (step === "reading" || step === "none") return <Waiting />;
  if (step === "ended")
    return (
      <Screen key="ended" title={texts.endedTitle} lead={texts.endedLead}>
        <p className="kh-choices">
          <Link className="kh-button kh-primary" href={signInPath}>
            {signIn}
          </Link>
        </p>
      </Screen>
    );
  if (step === "enroll") return <RequiredFactor {...state} />;
  if (isRecovering) return <Recovery finish={state.finish} back={() => setRecovering(false)} />;
  const lastWay = offers?.canRecover && (
    <button className="kh-link" type="button" onClick={() => setRecovering(true)}>
      {texts.lostCodes}
    </button>
  );
  return (
    <Screen key="ask" title={texts.title} lead={texts.lead}>
      <MethodChoice
        methods={methods}
        form={(method) => <StepForm method={method} {...state} />}
        lastWay={lastWay || undefined}
      />
      <p className="kh-asides">
        {texts.notYou} <Link href={signInPath}>{texts.signInAsOther}</Link>
      </p>
    </Screen>
  );
}

interface StepFormProps extends Pick<TwoFactorState, "verify" | "sendCode"> {
  readonly method: FactorMethod;
}

function StepForm({ method, verify, sendCode }: StepFormProps): ReactElement {
  const texts = useTexts("factor", english);
  const trustSeconds = useOffers()?.trustSeconds ?? null;
  if (method === "passkey") return <PasskeyStep verify={verify} />;
  const form = {
    verify: (given: Parameters<typeof verify>[1]) => verify(method, given),
    submit: texts.submit,
    submitting: texts.submitting,
  };
  if (method === "otp") return <EmailedCode {...form} sendCode={sendCode} trustSeconds={trustSeconds} />;
  // After a backup code the factor is set up again, which ends every trust.
  return <CodeForm {...form} method={method} trustSeconds={method === "totp" ? trustSeconds : null} />;
}

function PasskeyStep({ verify }: Pick<TwoFactorState, "verify">): ReactElement {
  const texts = useTexts("factor", english);
  const { busy, error, run } = useAction();
  const call = () => verify("passkey", { code: "", trustDevice: false });
  const start = (): void => {
    run("passkey", { call, leaves: true });
  };
  const action = { isBusy: busy !== null, error, start };
  return <PasskeyButton action={action} label={texts.usePasskey} busyLabel={texts.passkeyBusy} />;
}

/** For a user who must have a second factor and has none: the sign-in waits until a factor is set up. */
function RequiredFactor({ finish }: TwoFactorState): ReactElement {
  const { client } = useUI();
  const texts = useTexts("factor", english);
  const [app, setApp] = useState<NewApp | null>(null);
  const form = useForm({
    fields: [],
    staysAfterSuccess: true,
    async send() {
      const { data, error } = await client.twoFactor.enable({});
      if (error) return finish({ data: null, error });
      setApp({ totpURI: data.totpURI ?? "", backupCodes: data.backupCodes });
      return null;
    },
  });
  if (app)
    return <Enrolment {...app} confirm={async ({ code }) => finish(await client.twoFactor.verifyTotp({ code }))} />;
  return (
    <Screen key="required" title={texts.requiredTitle} lead={texts.requiredLead}>
      <Form form={form} submit={texts.setUpApp} submitting={texts.settingUp} />
    </Screen>
  );
}
