import { type ReactElement, type ReactNode, useEffect } from "react";
import { useUI } from "../context.js";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Failed } from "../parts/Failed.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { StepUpDialog } from "../step-up/StepUpDialog.js";
import { accountDeleted as english } from "../texts/en/account-deleted.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import { ReturnNotice } from "../user/notices.js";
import { type AccountDeletedState, useAccountDeleted } from "./use-account-deleted.js";

/**
 * The screen of the link in the email about the deletion of an account: deleted, or why not.
 *
 * @example <AuthUI client={authClient}><AccountDeleted /></AuthUI>
 */
export function AccountDeleted(): ReactElement {
  const state = useAccountDeleted();
  const { step, reason } = state;
  const { offers, paths, navigate } = useUI();
  const texts = useTexts("accountDeleted", english);
  const { signIn, yourAccount, unknownTitle, unknownText } = useTexts("common", common);
  useEffect(() => {
    if (step === "none") navigate(paths.home, { replace: true });
  }, [step, navigate, paths.home]);

  switch (step) {
    case "failed":
      return (
        <Screen key={step} title={unknownTitle}>
          <Failed title={unknownText} text={state.readError ?? ""} retry={state.retry} />
        </Screen>
      );
    case "deleted":
      return (
        <Screen key={step} title={texts.title} lead={texts.lead}>
          <Choices>
            <Choice href={paths.home}>{texts.home}</Choice>
          </Choices>
        </Screen>
      );
    case "prove":
      return <Prove {...state} />;
    case "ready":
      return <Screen key={step} title={texts.readyTitle} lead={texts.readyLead} />;
    case "must-stay":
      return (
        <Screen key={step} title={texts.notTitle} lead={reason ?? undefined}>
          <Choices>
            {offers?.hasOrganizations && <Choice href={paths.organizations}>{texts.organizations}</Choice>}
            <Choice href={paths.account} isQuiet>
              {yourAccount}
            </Choice>
          </Choices>
        </Screen>
      );
    case "dead-link":
      return (
        <Screen key={step} title={texts.notTitle} lead={texts.notLead}>
          <Choices>
            <Choice href={`${paths.account}/delete`}>{texts.newLink}</Choice>
          </Choices>
        </Screen>
      );
    case "signed-out":
      return (
        <Screen key={step} title={texts.notTitle} lead={texts.signedOutLead}>
          <Choices>
            <Choice href={paths.signIn}>{signIn}</Choice>
          </Choices>
        </Screen>
      );
    default:
      return <Waiting />;
  }
}

function Prove(state: AccountDeletedState): ReactElement {
  const { methods, factors, isBusy, error, ask, cancel, proven } = state;
  const { paths } = useUI();
  const texts = useTexts("accountDeleted", english);
  return (
    <Screen key="prove" title={texts.againTitle} lead={texts.againLead}>
      <ReturnNotice />
      <Choices>
        <Button label={texts.again} busyLabel={texts.again} isBusy={isBusy} onClick={ask} />
        <Choice href={paths.home} isQuiet>
          {texts.keep}
        </Choice>
      </Choices>
      <ErrorLine text={error} />
      {methods && <StepUpDialog methods={methods} factors={factors} proven={proven} close={cancel} />}
    </Screen>
  );
}

const Choices = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <div className="kh-choices">{children}</div>
);

interface ChoiceProps {
  readonly href: string;
  readonly isQuiet?: boolean;
  readonly children: ReactNode;
}

function Choice({ href, isQuiet = false, children }: ChoiceProps): ReactElement {
  const { Link } = useUI();
  return (
    <Link className={`kh-button ${isQuiet ? "kh-quiet" : "kh-primary"}`} href={href}>
      {children}
    </Link>
  );
}
