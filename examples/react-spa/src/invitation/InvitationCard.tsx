import { sayName } from "../layout/say-name.ts";
import { Time } from "../layout/Time.tsx";
import { Emblem } from "../organization/Emblem.tsx";
import { sayRoles } from "../organization/roles.ts";

interface InvitationCardProps {
  readonly organization: { readonly name: string; readonly slug: string; readonly logo: string | null };
  readonly inviter: { readonly name: string };
  readonly email: string;
  readonly role: string | null;
  readonly expiresAt: Date;
}

/** The organization, the inviter, and the invited email address. */
export const InvitationCard = ({ organization, inviter, email, role, expiresAt }: InvitationCardProps) => (
  <div className="sent">
    <Emblem name={organization.name} logo={organization.logo} />
    <div>
      <p>
        <strong>{sayName(inviter.name)}</strong> invites <strong>{email}</strong> to {sayName(organization.name)}
        {role && <>, as {sayRoles(role)}</>}.
      </p>
      <p className="meta">
        Open until <Time at={expiresAt} />.
      </p>
    </div>
  </div>
);
