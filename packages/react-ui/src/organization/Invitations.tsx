import { type ReactElement, useRef } from "react";
import { Button } from "../parts/Button.js";
import { Form } from "../parts/Form.js";
import { focusAfter } from "../parts/focus-after.js";
import { Result } from "../parts/Result.js";
import { Rows } from "../parts/Rows.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { useTime } from "../parts/use-time.js";
import { common } from "../texts/en/common.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import { InOrganization } from "./InOrganization.js";
import type { Invitation, OrganizationView } from "./types.js";
import { type InvitationsState, isOpen, useInvitations } from "./use-invitations.js";
import { useRoleNames } from "./use-role-names.js";

/**
 * The invitations of the active organization, without the navigation of `OrganizationSettings`: invite, send again,
 * cancel.
 *
 * @example <AuthUI client={authClient}><OrganizationInvitations /></AuthUI>
 */
export const OrganizationInvitations = (): ReactElement => (
  <InOrganization>{(view) => <Invitations {...view} />}</InOrganization>
);

/** The invitations of an organization. */
export function Invitations(view: OrganizationView): ReactElement {
  const state = useInvitations(view);
  const texts = useTexts("organization", english);
  const { sending } = useTexts("common", common);
  const heading = useRef<HTMLHeadingElement>(null);

  return (
    <Screen title={texts.sections.invitations} lead={texts.invitationsLead}>
      {state.form && <Form form={state.form} submit={texts.invite} submitting={sending} done={texts.invited} />}
      <section className="kh-group">
        <h2 className="kh-subtitle" ref={heading} tabIndex={-1}>
          {texts.open}
        </h2>
        {state.invitations.length === 0 && <p className="kh-empty">{texts.noneOpen}</p>}
        <ul className="kh-list">
          <Rows of={state.invitations}>
            {(invitation) => (
              <InvitationRow
                invitation={invitation}
                team={view.organization.teams?.find(({ id }) => id === invitation.teamId)?.name ?? null}
                state={state}
                // The button is removed with the invitation.
                cancel={() => focusAfter(state.cancel(invitation), heading)}
              />
            )}
          </Rows>
        </ul>
        <Result {...state} />
      </section>
    </Screen>
  );
}

interface InvitationRowProps {
  readonly invitation: Invitation;
  /** The name of the team that the new member joins; null: none. */
  readonly team: string | null;
  readonly state: InvitationsState;
  readonly cancel: () => void;
}

function InvitationRow({ invitation, team, state, cancel }: InvitationRowProps): ReactElement {
  const texts = useTexts("organization", english);
  const { sending } = useTexts("common", common);
  const namesOf = useRoleNames();
  const write = useTime();
  const { id, email, role, expiresAt } = invitation;
  const describe = isOpen(invitation) ? texts.invitation : texts.expiredInvitation;
  return (
    <li>
      <div>
        <p className="kh-name" title={email}>
          <bdi>{email}</bdi>
        </p>
        <p className="kh-meta">{describe(namesOf(role), team && shortName(team), write(expiresAt))}</p>
      </div>
      <div className="kh-choices">
        {state.canSendAgain(invitation) && (
          <Button
            kind="quiet"
            isSmall
            isBusy={state.busy === `again ${id}`}
            label={texts.sendAgain}
            busyLabel={sending}
            name={texts.sendAgainTo(email)}
            onClick={() => state.sendAgain(invitation)}
          />
        )}
        {state.canCancel(invitation) && (
          <Button
            kind="quiet"
            isSmall
            isBusy={state.busy === id}
            label={texts.cancelInvitation}
            busyLabel={texts.cancelling}
            name={texts.cancelInvitationTo(email)}
            onClick={cancel}
          />
        )}
      </div>
    </li>
  );
}
