import { useState } from "react";
import { useUI } from "../context.js";
import { type Pages, usePages } from "../lists/use-pages.js";
import type { Member, OrganizationView } from "./types.js";

/** What an action on a member has changed. */
export interface MemberChange {
  /** As a sentence. */
  readonly text: string;
  /** Whether the member, or the button that opened the actions, is gone. */
  readonly isButtonGone: boolean;
}

/** The state of the list of members. */
export interface MembersState extends Omit<Pages<Member>, "items" | "refetch"> {
  /** Those that are loaded. */
  readonly members: readonly Member[];
  readonly canInvite: boolean;
  /** Whether the user may change or remove a member. */
  readonly canManage: (member: Member) => boolean;
  /** The member whose actions are open; null: none. */
  readonly managed: Member | null;
  /** Opens the actions of a member; null closes them. */
  readonly manage: (member: Member | null) => void;
  /** The result of the last action; null before. */
  readonly change: MemberChange | null;
  /** Shows the result of an action, and closes the actions. */
  readonly finish: (change: MemberChange) => void;
}

/**
 * The state of the list of members of an organization, without markup: by pages, and the member whose actions are open.
 *
 * @example const { members, manage } = useMembers(view);
 */
export function useMembers({ organization, member, rights }: OrganizationView): MembersState {
  const { client } = useUI();
  const { id: organizationId, members: first, membersCursor } = organization;
  const [managed, setManaged] = useState<Member | null>(null);
  const [change, setChange] = useState<MemberChange | null>(null);
  const { items, refetch, ...pages } = usePages<Member>({
    from: membersCursor,
    atFirst: 0,
    async read(cursor, signal) {
      const { data, error } = await client.organization.listMembers({ organizationId, cursor }, { signal });
      return error ? { data, error } : { data: { items: data.members, nextCursor: data.nextCursor }, error };
    },
  });

  return {
    ...pages,
    members: [...first, ...items],
    canInvite: rights.can({ invitation: ["create"] }),
    canManage: (one) =>
      one.id !== member.id &&
      rights.outranks(one.role) &&
      (rights.can({ member: ["update"] }) || rights.can({ member: ["delete"] })),
    managed,
    manage(one) {
      if (one) setChange(null);
      setManaged(one);
    },
    change,
    finish(done) {
      setManaged(null);
      setChange(done);
      // The first page is read again by the store of the organization, later pages here.
      refetch();
    },
  };
}
