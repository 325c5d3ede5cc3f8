import type { ReactElement } from "react";
import { useKeptQuery } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { EmailSent } from "../email/EmailSent.js";
import { Form } from "../parts/Form.js";
import { Screen } from "../parts/Screen.js";
import { common } from "../texts/en/common.js";
import { password as english } from "../texts/en/password.js";
import { useTexts } from "../texts/use-texts.js";
import { useForgotPassword } from "./use-forgot-password.js";

/**
 * The screen that sends a link for a new password. Every address gets the same text.
 *
 * @example <AuthUI client={authClient}><ForgotPassword /></AuthUI>
 */
export function ForgotPassword(): ReactElement {
  const { form, sentTo, restart } = useForgotPassword();
  const { paths, Link } = useUI();
  const link = useKeptQuery();
  const texts = useTexts("password", english);
  const shared = useTexts("common", common);
  if (sentTo !== null)
    return (
      <EmailSent title={texts.sentTitle} text={texts.sent(sentTo)}>
        <p className="kh-asides">
          <button type="button" className="kh-link" onClick={restart}>
            {texts.otherAddress}
          </button>
        </p>
      </EmailSent>
    );
  return (
    <Screen title={texts.forgotTitle} lead={texts.forgotLead}>
      <Form form={form} submit={texts.sendLink} submitting={shared.sending} />
      <p className="kh-asides">
        {texts.remembered} <Link href={link(paths.signIn)}>{shared.signIn}</Link>
      </p>
    </Screen>
  );
}
