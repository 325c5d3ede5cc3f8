import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { authClient } from "../../auth-client.ts";
import { ResultLine } from "../../form/ResultLine.tsx";
import type { Result } from "../../form/use-actions.ts";
import { Screen } from "../../layout/Screen.tsx";
import { More } from "../../lists/More.tsx";
import { usePages } from "../../lists/use-pages.ts";
import { type Done, ManageMember } from "../../organization/ManageMember.tsx";
import { MemberRow } from "../../organization/MemberRow.tsx";
import { may } from "../../organization/may.ts";
import type { Member, Work } from "../../organization/work.ts";
import { Link } from "../../router.tsx";

const nothing: Result = { text: "", isGood: true };

export function Members({ organization, me }: Work) {
  const { members: first, membersCursor, id: organizationId } = organization;
  const { items, refetch, ...rest } = usePages<Member>({
    from: membersCursor,
    atFirst: 0,
    async read(cursor, signal) {
      const { data, error } = await authClient.organization.listMembers({ organizationId, cursor }, { signal });
      return error ? { data, error } : { data: { items: data.members, nextCursor: data.nextCursor }, error };
    },
  });
  const [managed, setManaged] = useState<Member | null>(null);
  const [result, setResult] = useState(nothing);
  const top = useRef<HTMLDivElement>(null);

  /** Pages after the store's first one are read again here. */
  function done({ text, isButtonGone }: Done): void {
    flushSync(() => {
      setManaged(null);
      setResult({ text, isGood: true });
    });
    // If the button that opened the dialog stays, it gets the focus.
    if (isButtonGone) top.current?.focus({ preventScroll: true });
    refetch();
  }

  return (
    <Screen title="Members" lead="Who works here, and what they may do.">
      {may(me, { invitation: ["create"] }) && (
        <p className="choices">
          <Link className="button quiet" href="/organization/invitations">
            Invite a member
          </Link>
        </p>
      )}
      <ul className="people">
        {[...first, ...items].map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            me={me}
            manage={() => {
              setResult(nothing);
              setManaged(member);
            }}
          />
        ))}
      </ul>
      <More {...rest} />
      <div className="said" tabIndex={-1} ref={top}>
        <ResultLine {...result} />
      </div>
      {managed && (
        <ManageMember member={managed} me={me} organization={organization} close={() => setManaged(null)} done={done} />
      )}
    </Screen>
  );
}
