import type { ReactElement } from "react";
import { useKeptQuery } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { Form } from "../parts/Form.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { common } from "../texts/en/common.js";
import { password as english } from "../texts/en/password.js";
import { useTexts } from "../texts/use-texts.js";
import { useResetPassword } from "./use-reset-password.js";

/**
 * The screen that the link of a reset email leads to.
 *
 * @example <AuthUI client={authClient}><ResetPassword /></AuthUI>
 */
export function ResetPassword(): ReactElement {
  const { step, form } = useResetPassword();
  const { paths, Link } = useUI();
  const link = useKeptQuery();
  const texts = useTexts("password", english);
  const { signIn } = useTexts("common", common);
  if (step === "reading") return <Waiting />;
  if (step === "asking")
    return (
      <Screen title={texts.resetTitle} lead={texts.resetLead}>
        <Form form={form} submit={texts.reset} submitting={texts.resetting} />
      </Screen>
    );
  if (step === "done")
    return (
      <Screen key="done" title={texts.doneTitle} lead={texts.doneLead}>
        <p className="kh-choices">
          <Link className="kh-button kh-primary" href={link(paths.signIn)}>
            {signIn}
          </Link>
        </p>
      </Screen>
    );
  return (
    <Screen key="dead" title={texts.deadTitle} lead={texts.deadLead}>
      <p className="kh-choices">
        <Link className="kh-button kh-primary" href={link(paths.forgotPassword)}>
          {texts.newLink}
        </Link>
        <Link className="kh-button kh-quiet" href={link(paths.signIn)}>
          {signIn}
        </Link>
      </p>
    </Screen>
  );
}
