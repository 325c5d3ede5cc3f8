import { Busy } from "../form/Busy.tsx";
import { sayName } from "../layout/say-name.ts";
import { Time } from "../layout/Time.tsx";
import { isOpen } from "../organization/is-open.ts";
import { may, outranks } from "../organization/may.ts";
import { sayRoles } from "../organization/roles.ts";
import type { Invitation, Work } from "../organization/work.ts";

interface InvitationRowProps extends Pick<Work, "organization" | "me"> {
  readonly invitation: Invitation;
  /** The name of the list's running action. */
  readonly busy: string | null;
  readonly sendAgain: () => void;
  readonly withdraw: () => void;
}

export function InvitationRow({ invitation, organization, me, busy, sendAgain, withdraw }: InvitationRowProps) {
  const { id, email, role, expiresAt } = invitation;
  const team = organization.teams?.find((one) => one.id === invitation.teamId);
  const isWithin = outranks(me, role);
  return (
    <li>
      <div>
        <p className="name">{email}</p>
        <p className="meta">
          {sayRoles(role)}
          {team && `, in ${sayName(team.name)}`}, {isOpen(invitation) ? "open until " : "too old since "}
          <Time at={expiresAt} />
        </p>
      </div>
      <div className="choices">
        {isWithin && may(me, { invitation: ["create"] }) && (
          <Busy
            kind="quiet"
            isSmall
            isBusy={busy === `again ${id}`}
            label="Send again"
            busy="Sending…"
            name={`Send again to ${email}`}
            onClick={sendAgain}
          />
        )}
        {isWithin && may(me, { invitation: ["cancel"] }) && (
          <Busy
            kind="quiet"
            isSmall
            isBusy={busy === id}
            label="Withdraw"
            busy="Withdrawing…"
            name={`Withdraw the invitation to ${email}`}
            onClick={withdraw}
          />
        )}
      </div>
    </li>
  );
}
