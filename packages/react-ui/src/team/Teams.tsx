import type { ReactElement } from "react";
import { useUI } from "../context.js";
import { InOrganization } from "../organization/InOrganization.js";
import { sectionPath } from "../organization/sections.js";
import type { OrganizationView, Team } from "../organization/types.js";
import { Button } from "../parts/Button.js";
import { Form } from "../parts/Form.js";
import { Result } from "../parts/Result.js";
import { Rows } from "../parts/Rows.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { organization } from "../texts/en/organization.js";
import { team as english } from "../texts/en/team.js";
import { useTexts } from "../texts/use-texts.js";
import { type TeamsState, useTeams } from "./use-teams.js";

/**
 * The teams of the active organization, without the navigation of `OrganizationSettings`: create a team, choose the
 * active team.
 *
 * @example <AuthUI client={authClient}><OrganizationTeams /></AuthUI>
 */
export const OrganizationTeams = (): ReactElement => <InOrganization>{(view) => <Teams {...view} />}</InOrganization>;

/** The teams of an organization. */
export function Teams(view: OrganizationView): ReactElement {
  const state = useTeams(view);
  const { sections } = useTexts("organization", organization);
  const texts = useTexts("team", english);
  return (
    <Screen title={sections.teams} lead={texts.lead}>
      {state.teams.length === 0 && <p className="kh-empty">{texts.none}</p>}
      <ul className="kh-list">
        <Rows of={state.teams}>{(team) => <Row team={team} state={state} />}</Rows>
      </ul>
      <Result {...state} />
      {state.form && (
        <section className="kh-group">
          <h2 className="kh-subtitle">{texts.createTitle}</h2>
          <Form form={state.form} submit={texts.create} submitting={texts.creating} done={texts.created} />
        </section>
      )}
    </Screen>
  );
}

interface RowProps {
  readonly team: Team;
  readonly state: TeamsState;
}

function Row({ team, state }: RowProps): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("team", english);
  const { id, name } = team;
  const isOwn = state.isOwn(team);
  const isActive = state.activeId === id;
  return (
    <li>
      <div>
        <p className="kh-name" title={name}>
          <bdi>
            <Link href={`${sectionPath(paths, "teams")}/${id}`}>{name}</Link>
          </bdi>
        </p>
        {/* The server tells the user's teams later: the line has its place before. */}
        <p className="kh-meta">{isOwn ? texts.youAreIn : "\u00a0"}</p>
      </div>
      {isActive && (
        <span className="kh-tag" data-tone="good">
          {texts.active}
        </span>
      )}
      {!isActive && isOwn && (
        <Button
          kind="quiet"
          isSmall
          isBusy={state.busy === id}
          label={texts.activate}
          busyLabel={texts.activating}
          name={texts.activateOne(shortName(name))}
          onClick={() => state.activate(team)}
        />
      )}
    </li>
  );
}
