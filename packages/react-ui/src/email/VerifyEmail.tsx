import type { ReactElement, ReactNode } from "react";
import { useUI } from "../context.js";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Failed } from "../parts/Failed.js";
import { Screen, type ScreenProps } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { common } from "../texts/en/common.js";
import { verifyEmail as english } from "../texts/en/verify-email.js";
import { useTexts } from "../texts/use-texts.js";
import { type SendAgain, useVerifyEmail, type VerifyEmailStep } from "./use-verify-email.js";

/**
 * The screen that links about an email address lead to: verified, or why not.
 *
 * @example <AuthUI client={authClient}><VerifyEmail /></AuthUI>
 */
export function VerifyEmail(): ReactElement {
  const { step, email, readError, retry, again } = useVerifyEmail();
  const { paths } = useUI();
  const texts = useTexts("verifyEmail", english);
  const { yourAccount, signIn, unknownTitle, unknownText } = useTexts("common", common);
  const toAccount = <Choice href={paths.home}>{yourAccount}</Choice>;
  const toSignIn = <Choice href={paths.signIn}>{signIn}</Choice>;
  const resend = email ? <Resend {...again} /> : toSignIn;
  const screens: Readonly<Record<Exclude<VerifyEmailStep, "reading">, ScreenProps>> = {
    failed: { title: unknownTitle, children: <Failed title={unknownText} text={readError ?? ""} retry={retry} /> },
    verified: { title: texts.title, lead: texts.lead(email ?? ""), children: toAccount },
    "verified-elsewhere": { title: texts.title, lead: texts.elsewhereLead, children: toSignIn },
    "next-email": { title: texts.nextTitle, lead: texts.nextLead(email ?? ""), children: resend },
    "other-browser": {
      title: email ? texts.otherTitle : texts.signInFirst,
      lead: texts.otherLead,
      children: email ? toAccount : toSignIn,
    },
    taken: {
      title: texts.takenTitle,
      lead: texts.takenLead,
      children: <Choice href={paths.account}>{texts.otherAddress}</Choice>,
    },
    "old-link": { title: texts.oldTitle, lead: texts.oldLead, children: resend },
    "dead-link": { title: texts.deadTitle, lead: texts.deadLead, children: resend },
  };
  return step === "reading" ? <Waiting /> : <Screen key={step} {...screens[step]} />;
}

function Resend({ isBusy, waitSeconds, error, done, send }: SendAgain): ReactElement {
  const { sendAgain } = useTexts("verifyEmail", english);
  const { sending } = useTexts("common", common);
  return (
    <>
      <p className="kh-choices">
        <Button label={sendAgain} busyLabel={sending} isBusy={isBusy} waitSeconds={waitSeconds} onClick={send} />
      </p>
      <ErrorLine text={error} />
      <p className="kh-result" role="status">
        {done}
      </p>
    </>
  );
}

function Choice({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactElement {
  const { Link } = useUI();
  return (
    <p className="kh-choices">
      <Link className="kh-button kh-primary" href={href}>
        {children}
      </Link>
    </p>
  );
}
