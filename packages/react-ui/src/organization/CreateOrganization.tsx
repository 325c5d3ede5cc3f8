import type { ReactElement } from "react";
import { ForUsers } from "../account/ForUsers.js";
import { useOffers } from "../offers.js";
import { Form } from "../parts/Form.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { Wide } from "../parts/Wide.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import { useCreateOrganization } from "./use-create-organization.js";

/**
 * The screen that creates an organization: the name, and a slug that is checked while the user types.
 *
 * @example <AuthUI client={authClient}><CreateOrganization /></AuthUI>
 */
export function CreateOrganization(): ReactElement {
  return <ForUsers>{() => <Content />}</ForUsers>;
}

function Content(): ReactElement {
  const { form } = useCreateOrganization();
  const offers = useOffers();
  const texts = useTexts("organization", english);
  if (!offers) return <Waiting />;
  if (!offers.canCreateOrganization)
    return (
      <Screen
        key="closed"
        title={texts.createTitle}
        lead={texts.codes.YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION}
      />
    );
  return (
    <Wide>
      <Screen title={texts.createTitle} lead={texts.createLead}>
        <Form form={form} submit={texts.createSubmit} submitting={texts.creating} />
      </Screen>
    </Wide>
  );
}
