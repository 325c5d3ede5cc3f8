import type { ReactElement } from "react";
import { Form } from "../parts/Form.js";
import { Screen } from "../parts/Screen.js";
import { Username } from "../parts/Username.js";
import { Waiting } from "../parts/Waiting.js";
import { factor } from "../texts/en/factor.js";
import { twoFactor as english } from "../texts/en/two-factor.js";
import { useTexts } from "../texts/use-texts.js";
import { SignOutButton } from "../user-button/SignOutButton.js";
import { Enrolment } from "./Enrolment.js";
import { useSetUpAgain } from "./use-set-up-again.js";

/**
 * The screen after a sign-in by a backup code or a recovery: the server answers no other call until a new second factor
 * is set up. Included in `AccountSettings`.
 *
 * @example <AuthUI client={authClient}>{useIsRecovering() ? <SetUpAgain /> : <App />}</AuthUI>
 */
export function SetUpAgain(): ReactElement {
  const { user, form, app, confirm, cancel } = useSetUpAgain();
  const texts = useTexts("twoFactor", english);
  const { setUpApp, settingUp } = useTexts("factor", factor);
  if (!user) return <Waiting />;
  if (app) return <Enrolment {...app} confirm={confirm} cancel={cancel} />;
  return (
    <Screen key="again" title={texts.againTitle} lead={texts.againLead}>
      <Form form={form} submit={setUpApp} submitting={settingUp}>
        <Username email={user.email} />
      </Form>
      <SignOutButton />
    </Screen>
  );
}
