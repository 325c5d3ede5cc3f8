import { type ReactElement, useId, useState } from "react";
import { useUI } from "../context.js";
import { Button } from "../parts/Button.js";
import { Dialog } from "../parts/Dialog.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Form } from "../parts/Form.js";
import { Picture } from "../parts/Picture.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { PictureControl } from "../picture/PictureInput.js";
import { common } from "../texts/en/common.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import { InOrganization } from "./InOrganization.js";
import { sectionPath } from "./sections.js";
import type { Organization, OrganizationView } from "./types.js";
import { type OrganizationSettingsState, useOrganizationSettings } from "./use-organization-settings.js";

/**
 * The settings of the active organization, without the navigation of `OrganizationSettings`: name, slug, logo; leave;
 * delete.
 *
 * @example <AuthUI client={authClient}><OrganizationGeneral /></AuthUI>
 */
export const OrganizationGeneral = (): ReactElement => (
  <InOrganization>{(view) => <Settings {...view} />}</InOrganization>
);

/** The settings of an organization. */
export function Settings(view: OrganizationView): ReactElement {
  const state = useOrganizationSettings(view);
  const texts = useTexts("organization", english);
  const { saving, save, saved } = useTexts("common", common);
  const { organization } = view;
  const { name, slug, logo } = organization;
  return (
    <Screen title={texts.sections.settings} icon={<Picture kind="organization" name={name} image={logo} />}>
      {state.form ? (
        <Form form={state.form} submit={save} submitting={saving} done={saved} control={PictureControl} />
      ) : (
        <dl className="kh-facts">
          <dt>{texts.name}</dt>
          <dd>{name}</dd>
          <dt>{texts.slug}</dt>
          <dd>{slug}</dd>
        </dl>
      )}
      <Leave organization={organization} state={state} />
      {state.deletion && <Delete organization={organization} deletion={state.deletion} />}
    </Screen>
  );
}

interface LeaveProps {
  readonly organization: Organization;
  readonly state: OrganizationSettingsState;
}

function Leave({ organization, state: { isOnlyOwner, busy, error, leave } }: LeaveProps): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const { paths, Link } = useUI();
  const texts = useTexts("organization", english);
  const reason = useId();
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle">{texts.leave}</h2>
      <p className="kh-soft" id={reason}>
        {isOnlyOwner ? texts.onlyOwner : texts.leaveText}
      </p>
      {isOnlyOwner ? (
        <p>
          <Link href={sectionPath(paths, "members")}>{texts.sections.members}</Link>
        </p>
      ) : (
        <button className="kh-button kh-quiet" type="button" aria-describedby={reason} onClick={() => setAsking(true)}>
          {texts.leaveStart}
        </button>
      )}
      {isAsking && (
        <Dialog
          title={texts.leaveTitle(shortName(organization.name))}
          lead={texts.leaveText}
          cancel={texts.stay}
          close={() => setAsking(false)}
        >
          <ErrorLine text={error} />
          <Button kind="danger" isBusy={busy !== null} label={texts.leave} busyLabel={texts.leaving} onClick={leave} />
        </Dialog>
      )}
    </section>
  );
}

interface DeleteProps {
  readonly organization: Organization;
  readonly deletion: NonNullable<OrganizationSettingsState["deletion"]>;
}

function Delete({ organization, deletion }: DeleteProps): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const texts = useTexts("organization", english);
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle">{texts.delete}</h2>
      <p className="kh-soft">{texts.deleteText}</p>
      <button className="kh-button kh-quiet kh-bad" type="button" onClick={() => setAsking(true)}>
        {texts.deleteStart}
      </button>
      {isAsking && (
        <Dialog
          title={texts.deleteTitle(shortName(organization.name))}
          lead={texts.deleteText}
          cancel={texts.keep}
          close={() => setAsking(false)}
        >
          <Form form={deletion} kind="danger" submit={texts.deleteOne} submitting={texts.deleting} />
        </Dialog>
      )}
    </section>
  );
}
