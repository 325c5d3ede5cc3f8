import type { ReactElement } from "react";
import { ForUsers } from "../account/ForUsers.js";
import { useUI } from "../context.js";
import { useOffers } from "../offers.js";
import { Bones } from "../parts/Bones.js";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Failed } from "../parts/Failed.js";
import { Picture } from "../parts/Picture.js";
import { Rows } from "../parts/Rows.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { Wide } from "../parts/Wide.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import { ReceivedInvitations } from "./ReceivedInvitations.js";
import { type ListedOrganization, type OrganizationsState, useOrganizations } from "./use-organizations.js";

/**
 * The organizations of the user: switch, create an organization, and the invitations to the user.
 *
 * @example <AuthUI client={authClient}><OrganizationList /></AuthUI>
 */
export function OrganizationList(): ReactElement {
  return <ForUsers>{() => <Content />}</ForUsers>;
}

function Content(): ReactElement {
  const state = useOrganizations();
  const texts = useTexts("organization", english);
  const { organizations, readError, retry, error } = state;
  const isEmpty = organizations?.length === 0;
  return (
    <Wide>
      <Screen title={texts.listTitle} lead={texts.listLead}>
        {!organizations &&
          (readError === null ? <Bones /> : <Failed title={texts.listFailed} text={readError} retry={retry} />)}
        {isEmpty && (
          <div className="kh-empty">
            <p className="kh-name">{texts.emptyTitle}</p>
            <p className="kh-soft">{texts.emptyText}</p>
            <Create />
          </div>
        )}
        <ul className="kh-list">
          <Rows of={organizations ?? []}>{(one) => <Row organization={one} state={state} />}</Rows>
        </ul>
        <ErrorLine text={error} />
        {organizations && !isEmpty && <Create />}
        <ReceivedInvitations />
      </Screen>
    </Wide>
  );
}

function Create(): ReactElement | null {
  const { paths, Link } = useUI();
  const canCreate = useOffers()?.canCreateOrganization ?? false;
  const texts = useTexts("organization", english);
  if (!canCreate) return null;
  return (
    <p className="kh-choices">
      <Link className="kh-button kh-primary" href={`${paths.organizations}/new`}>
        {texts.create}
      </Link>
    </p>
  );
}

interface RowProps {
  readonly organization: ListedOrganization;
  readonly state: OrganizationsState;
}

function Row({ organization, state }: RowProps): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("organization", english);
  const { id, name, slug, logo } = organization;
  const isActive = id === state.active?.id;
  return (
    <li>
      <Picture kind="organization" name={name} image={logo} />
      <div>
        <p className="kh-name" title={name}>
          <bdi>{isActive ? <Link href={paths.organization}>{name}</Link> : name}</bdi>
        </p>
        <p className="kh-meta">{slug}</p>
      </div>
      {isActive ? (
        <span className="kh-tag" data-tone="good">
          {texts.active}
        </span>
      ) : (
        <Button
          kind="quiet"
          isSmall
          isBusy={state.busy === id}
          label={texts.activate}
          busyLabel={texts.activating}
          name={texts.activateOne(shortName(name))}
          onClick={() => state.activate(id)}
        />
      )}
    </li>
  );
}
