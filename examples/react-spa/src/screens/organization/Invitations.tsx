import { useRef } from "react";
import { authClient } from "../../auth-client.ts";
import { ResultLine } from "../../form/ResultLine.tsx";
import { useActions } from "../../form/use-actions.ts";
import { InvitationRow } from "../../invitation/InvitationRow.tsx";
import { InviteForm } from "../../invitation/InviteForm.tsx";
import { Screen } from "../../layout/Screen.tsx";
import { errorTexts } from "../../organization/error-texts.ts";
import { may } from "../../organization/may.ts";
import type { Invitation, Work } from "../../organization/work.ts";

export function Invitations({ organization, me }: Work) {
  const { busy, result, act } = useActions();
  const top = useRef<HTMLHeadingElement>(null);
  const pending = organization.invitations.filter(({ status }) => status === "pending");

  function sendAgain({ id, email, role, organizationId }: Invitation): Promise<boolean> {
    return act(`again ${id}`, {
      call: async () => {
        const again = { email, role: role ?? "member", organizationId, resend: true };
        return (await authClient.organization.inviteMember(again)).error;
      },
      said: `Another email is on its way to ${email}.`,
      errorTexts,
    });
  }

  async function withdraw({ id, email }: Invitation): Promise<void> {
    const isDone = await act(id, {
      call: async () => (await authClient.organization.cancelInvitation({ invitationId: id })).error,
      said: `The invitation to ${email} is withdrawn: its link does not work any more.`,
      errorTexts,
    });
    // The button is removed with its invitation; the focus moves to the heading.
    if (isDone) top.current?.focus();
  }

  return (
    <Screen title="Invitations" lead="Invited people get an email with a link, and need no account before.">
      {may(me, { invitation: ["create"] }) && <InviteForm organization={organization} me={me} />}
      <section className="group">
        <h2 ref={top} tabIndex={-1}>
          Not answered yet
        </h2>
        {pending.length === 0 && <p className="soft">There are no open invitations.</p>}
        <ul className="people">
          {pending.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              organization={organization}
              me={me}
              busy={busy}
              sendAgain={() => sendAgain(invitation)}
              withdraw={() => withdraw(invitation)}
            />
          ))}
        </ul>
        <ResultLine {...result} />
      </section>
    </Screen>
  );
}
