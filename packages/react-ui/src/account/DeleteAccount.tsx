import type { ReactElement } from "react";
import { EmailSent } from "../email/EmailSent.js";
import { Form } from "../parts/Form.js";
import { Loaded } from "../parts/Loaded.js";
import { Screen } from "../parts/Screen.js";
import { Username } from "../parts/Username.js";
import { Waiting } from "../parts/Waiting.js";
import { account as english } from "../texts/en/account.js";
import { methods } from "../texts/en/methods.js";
import { useTexts } from "../texts/use-texts.js";
import { useDeleteAccount } from "./use-delete-account.js";

/**
 * The section to delete the user's own account, after the email address was typed.
 *
 * @example <AuthUI client={authClient}><DeleteAccount /></AuthUI>
 */
export function DeleteAccount(): ReactElement {
  const { user, loading, form, isSent } = useDeleteAccount();
  const texts = useTexts("account", english);
  const { failed } = useTexts("methods", methods);
  if (!user) return <Waiting />;
  if (isSent) return <EmailSent title={texts.deleteSentTitle} text={texts.deleteSent(user.email)} />;
  return (
    <Screen title={texts.sections.delete} lead={texts.deleteLead}>
      <Loaded loading={loading} failed={failed}>
        <Form form={form} kind="danger" submit={texts.deleteAccount} submitting={texts.deleting}>
          <Username email={user.email} />
        </Form>
      </Loaded>
    </Screen>
  );
}
