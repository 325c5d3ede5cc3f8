import { type ReactElement, useRef, useState } from "react";
import { useUI } from "../context.js";
import { InOrganization } from "../organization/InOrganization.js";
import { sectionPath } from "../organization/sections.js";
import type { OrganizationView, Team as TeamRow } from "../organization/types.js";
import { Bones } from "../parts/Bones.js";
import { Button } from "../parts/Button.js";
import { Dialog } from "../parts/Dialog.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Form } from "../parts/Form.js";
import { focusAfter } from "../parts/focus-after.js";
import { More } from "../parts/More.js";
import { Picture } from "../parts/Picture.js";
import { Result } from "../parts/Result.js";
import { Rows } from "../parts/Rows.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { team as english } from "../texts/en/team.js";
import { useTexts } from "../texts/use-texts.js";
import { usePerson } from "../user/person.js";
import { type TeamMember, type TeamRemoval, type TeamState, useTeam } from "./use-team.js";

/** The properties of `OrganizationTeam`. */
export interface OrganizationTeamProps {
  readonly teamId: string;
}

/**
 * A team of the active organization, without the navigation of `OrganizationSettings`: members, name and removal.
 *
 * @example <AuthUI client={authClient}><OrganizationTeam teamId={id} /></AuthUI>
 */
export const OrganizationTeam = ({ teamId }: OrganizationTeamProps): ReactElement => (
  <InOrganization>{(view) => <Team key={teamId} teamId={teamId} {...view} />}</InOrganization>
);

/** A team of an organization. */
export function Team({ teamId, ...view }: OrganizationView & OrganizationTeamProps): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("team", english);
  const team = view.organization.teams?.find(({ id }) => id === teamId);
  if (team) return <Present team={team} view={view} />;
  return (
    <Screen key="missing" title={texts.missingTitle} lead={texts.missingLead}>
      <p className="kh-choices">
        <Link className="kh-button kh-quiet" href={sectionPath(paths, "teams")}>
          {texts.all}
        </Link>
      </p>
    </Screen>
  );
}

interface PresentProps {
  readonly team: TeamRow;
  readonly view: OrganizationView;
}

function Present({ team, view }: PresentProps): ReactElement {
  const state = useTeam(view, team);
  const texts = useTexts("team", english);
  const { isIn, addForm, renameForm } = state;
  return (
    <Screen title={shortName(team.name)} lead={texts.teamOf(shortName(view.organization.name))}>
      {isIn && <Active {...state} />}
      <Members {...state} />
      {state.canAdd && (
        <section className="kh-group">
          <h2 className="kh-subtitle">{texts.addTitle}</h2>
          {addForm ? (
            <Form form={addForm} submit={texts.add} submitting={texts.adding} done={texts.added} />
          ) : (
            <p className="kh-soft">{texts.allIn}</p>
          )}
        </section>
      )}
      {renameForm && (
        <section className="kh-group">
          <h2 className="kh-subtitle">{texts.renameTitle}</h2>
          <Form form={renameForm} submit={texts.rename} submitting={texts.renaming} done={texts.renamed} />
        </section>
      )}
      {state.removal && <Remove team={team} isIn={isIn} removal={state.removal} />}
    </Screen>
  );
}

function Active({ isActive, setActive, busy }: TeamState): ReactElement {
  const texts = useTexts("team", english);
  return (
    <section className="kh-notice kh-banner" aria-label={texts.yourTeam}>
      <p role="status">{isActive ? texts.isActive : texts.isNotActive}</p>
      <Button
        kind="quiet"
        isSmall
        isBusy={busy === "active"}
        label={isActive ? texts.deactivate : texts.activate}
        busyLabel={isActive ? texts.deactivating : texts.activating}
        onClick={() => setActive(!isActive)}
      />
    </section>
  );
}

function Members({ members: { items, ...pages }, removeMember, busy, error, done }: TeamState): ReactElement {
  const texts = useTexts("team", english);
  const heading = useRef<HTMLHeadingElement>(null);

  return (
    <section className="kh-group">
      <h2 className="kh-subtitle" ref={heading} tabIndex={-1}>
        {texts.members}
      </h2>
      {items.length === 0 && pages.isPending && <Bones />}
      {items.length === 0 && !pages.isPending && !pages.error && <p className="kh-empty">{texts.noMembers}</p>}
      <ul className="kh-list">
        <Rows of={items}>
          {(member) => (
            <MemberRow
              member={member}
              isBusy={busy === member.userId}
              // The button is removed with the member.
              remove={removeMember && (() => focusAfter(removeMember(member), heading))}
            />
          )}
        </Rows>
      </ul>
      <More {...pages} />
      <Result error={error} done={done} />
    </section>
  );
}

interface MemberRowProps {
  readonly member: TeamMember;
  readonly isBusy: boolean;
  /** Null: not allowed. */
  readonly remove: (() => void) | null;
}

function MemberRow({ member: { user }, isBusy, remove }: MemberRowProps): ReactElement {
  const texts = useTexts("team", english);
  const { name, contact } = usePerson()(user);
  return (
    <li>
      <Picture kind="user" name={user.name} image={user.image} />
      <div>
        <p className="kh-name" title={name}>
          <bdi>{name}</bdi>
        </p>
        {contact && <p className="kh-meta">{contact}</p>}
      </div>
      {remove && (
        <Button
          kind="quiet"
          isSmall
          isBusy={isBusy}
          label={texts.removeMember}
          busyLabel={texts.removingMember}
          name={texts.removeMemberOne(shortName(name))}
          onClick={remove}
        />
      )}
    </li>
  );
}

interface RemoveProps {
  readonly team: TeamRow;
  readonly isIn: boolean;
  readonly removal: TeamRemoval;
}

/** Users cannot remove a team that they are in. */
function Remove({ team, isIn, removal: { busy, error, remove } }: RemoveProps): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const texts = useTexts("team", english);
  return (
    <section className="kh-group">
      <h2 className="kh-subtitle">{texts.removeTitle}</h2>
      <p className="kh-soft">{isIn ? texts.removeWhileIn : texts.removeText}</p>
      {!isIn && (
        <button className="kh-button kh-quiet kh-bad" type="button" onClick={() => setAsking(true)}>
          {texts.removeStart}
        </button>
      )}
      {isAsking && (
        <Dialog
          title={texts.removeQuestion(shortName(team.name))}
          lead={texts.removeLead}
          cancel={texts.keep}
          close={() => setAsking(false)}
        >
          <ErrorLine text={error} />
          <Button
            kind="danger"
            isBusy={busy !== null}
            label={texts.remove}
            busyLabel={texts.removing}
            onClick={remove}
          />
        </Dialog>
      )}
    </section>
  );
}
