import type { ReactElement, ReactNode } from "react";
import { useUI } from "../context.js";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
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
  const { yourAccount, signIn, unknownTitle, unknownText, tryAgain, loading, sending } = useTexts("common", common);
  const toAccount = <Choice href={paths.home}>{yourAccount}</Choice>;
  const toSignIn = <Choice href={paths.signIn}>{signIn}</Choice>;
  const failed = { isBusy: false, waitSeconds: 0, error: readError, done: null, send: retry };
  const resend = email ? <Call {...again} label={texts.sendAgain} busyLabel={sending} /> : toSignIn;
  const screens: Readonly<Record<Exclude<VerifyEmailStep, "reading">, ScreenProps>> = {
    failed: {
      title: unknownTitle,
      lead: unknownText,
      children: <Call {...failed} label={tryAgain} busyLabel={loading} />,
    },
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

interface CallProps extends SendAgain {
  readonly label: string;
  readonly busyLabel: string;
}

/** A button that makes a call, and the result. */
function Call({ error, done, send, ...button }: CallProps): ReactElement {
  return (
    <>
      <p className="kh-choices">
        <Button {...button} onClick={send} />
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
