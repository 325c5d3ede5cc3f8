import type { SignedIn } from "../../account/signed-in.ts";
import { Busy } from "../../form/Busy.tsx";
import { ResultLine } from "../../form/ResultLine.tsx";
import { ReceivedInvitations } from "../../invitation/ReceivedInvitations.tsx";
import { Failed } from "../../layout/Failed.tsx";
import { Screen } from "../../layout/Screen.tsx";
import { sayName } from "../../layout/say-name.ts";
import { Emblem } from "../../organization/Emblem.tsx";
import { useOrganizations } from "../../organization/use-organizations.ts";
import { useSwitch } from "../../organization/use-switch.ts";
import { Link } from "../../router.tsx";
import { Bones } from "../Loading.tsx";

export function Organizations({ user, session }: SignedIn) {
  const { data, error, isPending, refetch, current } = useOrganizations(session);
  const { busy, result, switchTo } = useSwitch();

  return (
    <Screen title="Organizations" lead="Those that you are a member of. You work in one at a time.">
      {isPending && <Bones />}
      {error && !data && <Failed what="Your organizations" error={error} retry={refetch} />}
      {data?.length === 0 && <None />}
      <ul className="people">
        {data?.map((organization) => (
          <li key={organization.id}>
            <Emblem name={organization.name} logo={organization.logo} />
            <div>
              <p className="name">
                {organization === current ? <Link href="/organization">{organization.name}</Link> : organization.name}
              </p>
              <p className="meta">{organization.slug}</p>
            </div>
            {organization === current ? (
              <span className="tag good">You are here</span>
            ) : (
              <Busy
                kind="quiet"
                isSmall
                isBusy={busy === organization.id}
                label="Switch"
                busy="Switching…"
                name={`Switch to ${sayName(organization.name)}`}
                onClick={() => switchTo(organization)}
              />
            )}
          </li>
        ))}
      </ul>
      <ResultLine {...result} />
      {data && data.length > 0 && (
        <p className="choices">
          <Link className="button primary" href="/organizations/new">
            Create another one
          </Link>
        </p>
      )}
      <ReceivedInvitations user={user} />
    </Screen>
  );
}

const None = () => (
  <div className="empty">
    <p className="name">None yet</p>
    <p className="soft">Create one and invite others, or follow the link of an invitation to you.</p>
    <Link className="button primary" href="/organizations/new">
      Create an organization
    </Link>
  </div>
);
