import { type ReactElement, useEffect, useRef } from "react";
import { useUI } from "../context.js";
import { More } from "../parts/More.js";
import { Picture } from "../parts/Picture.js";
import { Rows } from "../parts/Rows.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { useTime } from "../parts/use-time.js";
import { common } from "../texts/en/common.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import { usePerson } from "../user/person.js";
import { InOrganization } from "./InOrganization.js";
import { ManageMember } from "./ManageMember.js";
import { sectionPath } from "./sections.js";
import type { Member, OrganizationView } from "./types.js";
import { useMembers } from "./use-members.js";
import { useRoleNames } from "./use-role-names.js";

/**
 * The members of the active organization, without the navigation of `OrganizationSettings`: roles, transfer of
 * ownership, removal.
 *
 * @example <AuthUI client={authClient}><OrganizationMembers /></AuthUI>
 */
export const OrganizationMembers = (): ReactElement => (
  <InOrganization>{(view) => <Members {...view} />}</InOrganization>
);

/** The members of an organization. */
export function Members(view: OrganizationView): ReactElement {
  const state = useMembers(view);
  const { paths, Link } = useUI();
  const texts = useTexts("organization", english);
  const { change, managed, manage } = state;
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A button that is still there has the focus again.
    if (change?.isButtonGone) result.current?.focus({ preventScroll: true });
  }, [change]);

  return (
    <Screen title={texts.sections.members} lead={texts.membersLead}>
      {state.canInvite && (
        <p className="kh-choices">
          <Link className="kh-button kh-quiet kh-small" href={sectionPath(paths, "invitations")}>
            {texts.inviteMember}
          </Link>
        </p>
      )}
      <ul className="kh-list">
        <Rows of={state.members}>
          {(member) => (
            <MemberRow
              member={member}
              isOwn={member.id === view.member.id}
              manage={state.canManage(member) ? () => manage(member) : null}
            />
          )}
        </Rows>
      </ul>
      <More {...state} />
      <div className="kh-sticky" tabIndex={-1} ref={result}>
        <p className="kh-result" role="status">
          {change?.text}
        </p>
      </div>
      {managed && <ManageMember view={view} member={managed} close={() => manage(null)} finish={state.finish} />}
    </Screen>
  );
}

interface MemberRowProps {
  readonly member: Member;
  readonly isOwn: boolean;
  /** Null: not allowed. */
  readonly manage: (() => void) | null;
}

function MemberRow({ member, isOwn, manage }: MemberRowProps): ReactElement {
  const texts = useTexts("organization", english);
  const { you } = useTexts("common", common);
  const namesOf = useRoleNames();
  const write = useTime();
  const { name, contact } = usePerson()(member.user);
  return (
    <li>
      <Picture kind="user" name={member.user.name} image={member.user.image} />
      <div>
        <p className="kh-name" title={name}>
          <bdi>{name}</bdi>{" "}
          {isOwn && (
            <span className="kh-tag" data-tone="good">
              {you}
            </span>
          )}
        </p>
        {contact && <p className="kh-meta">{contact}</p>}
        <p className="kh-meta">{texts.memberSince(namesOf(member.role), write(member.createdAt))}</p>
      </div>
      {manage && (
        <button
          className="kh-button kh-quiet kh-small"
          type="button"
          aria-label={texts.manageOne(shortName(name))}
          onClick={manage}
        >
          {texts.manage}
        </button>
      )}
    </li>
  );
}
