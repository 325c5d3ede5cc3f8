import type { ReactElement, ReactNode } from "react";
import { useUI } from "../context.js";
import { Button } from "../parts/Button.js";
import { Problem } from "../parts/Problem.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { common } from "../texts/en/common.js";
import { verifyEmail as english } from "../texts/en/verify-email.js";
import { useTexts } from "../texts/use-texts.js";
import { useVerifyEmail } from "./use-verify-email.js";

/**
 * The screen that links about an email address lead to: verified, or why not.
 *
 * @example <AuthUI client={authClient}><VerifyEmail /></AuthUI>
 */
export function VerifyEmail(): ReactElement {
  const { step, email, again } = useVerifyEmail();
  const { paths } = useUI();
  const texts = useTexts("verifyEmail", english);
  const { yourAccount, signIn } = useTexts("common", common);
  const toAccount = <Choice href={paths.home}>{yourAccount}</Choice>;
  const toSignIn = <Choice href={paths.signIn}>{signIn}</Choice>;
  const resend = (
    <>
      <p className="kh-choices">
        <Button
          label={texts.sendAgain}
          busyLabel={texts.sendAgain}
          isBusy={again.isBusy}
          waitSeconds={again.waitSeconds}
          onClick={again.send}
        />
      </p>
      <Problem text={again.error} />
      <p className="kh-result" role="status">
        {again.done}
      </p>
    </>
  );

  switch (step) {
    case "reading":
      return <Waiting />;
    case "verified":
      return (
        <Screen key={step} title={texts.title} lead={texts.lead(email ?? "")}>
          {toAccount}
        </Screen>
      );
    case "verified-elsewhere":
      return (
        <Screen key={step} title={texts.title} lead={texts.elsewhereLead}>
          {toSignIn}
        </Screen>
      );
    case "next-email":
      return (
        <Screen key={step} title={texts.nextTitle} lead={texts.nextLead(email ?? "")}>
          {resend}
        </Screen>
      );
    case "other-browser":
      return (
        <Screen key={step} title={email ? texts.otherTitle : texts.signInFirst} lead={texts.otherLead}>
          {email ? toAccount : toSignIn}
        </Screen>
      );
    case "taken":
      return (
        <Screen key={step} title={texts.takenTitle} lead={texts.takenLead}>
          <Choice href={paths.account}>{texts.otherAddress}</Choice>
        </Screen>
      );
    default: {
      const isOld = step === "old-link";
      return (
        <Screen
          key={step}
          title={isOld ? texts.oldTitle : texts.deadTitle}
          lead={isOld ? texts.oldLead : texts.deadLead}
        >
          {email ? resend : toSignIn}
        </Screen>
      );
    }
  }
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
