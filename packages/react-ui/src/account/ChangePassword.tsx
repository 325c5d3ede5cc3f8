import type { ReactElement } from "react";
import { EmailSent } from "../email/EmailSent.js";
import { Form } from "../parts/Form.js";
import { Loaded } from "../parts/Loaded.js";
import { Screen } from "../parts/Screen.js";
import { Username } from "../parts/Username.js";
import { Waiting } from "../parts/Waiting.js";
import { account as english } from "../texts/en/account.js";
import { common } from "../texts/en/common.js";
import { methods } from "../texts/en/methods.js";
import { useTexts } from "../texts/use-texts.js";
import { useChangePassword } from "./use-change-password.js";

/**
 * The section of the password: a form for a new password, or an email with a link for the first password.
 *
 * @example <AuthUI client={authClient}><ChangePassword /></AuthUI>
 */
export function ChangePassword(): ReactElement {
  const { user, loading, hasPassword, change, first, canGetFirst, isFirstSent } = useChangePassword();
  const texts = useTexts("account", english);
  const { sending } = useTexts("common", common);
  const { failed } = useTexts("methods", methods);
  if (!user) return <Waiting />;
  if (isFirstSent) return <EmailSent title={texts.firstSentTitle} text={texts.firstSent(user.email)} />;
  return (
    <Screen title={texts.sections.password}>
      <Loaded loading={loading} failed={failed}>
        {hasPassword && (
          <Form form={change} submit={texts.changePassword} submitting={texts.changing} done={texts.passwordChanged}>
            <Username email={user.email} />
          </Form>
        )}
        {!hasPassword && <p className="kh-soft">{canGetFirst ? texts.noPassword : texts.noPasswordByEmail}</p>}
        {!hasPassword && canGetFirst && !user.emailVerified && (
          <p className="kh-notice">{texts.firstPasswordWarning}</p>
        )}
        {!hasPassword && canGetFirst && <Form form={first} submit={texts.sendLink} submitting={sending} />}
      </Loaded>
    </Screen>
  );
}
