import { useRef } from "react";
import type { SignedIn } from "../account/signed-in.ts";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { sayName } from "../layout/say-name.ts";
import { Time } from "../layout/Time.tsx";
import { useRead } from "../lists/use-read.ts";
import { errorTexts } from "../organization/error-texts.ts";
import { sayRoles } from "../organization/roles.ts";
import { navigate } from "../router.tsx";

/** The user's invitations. An unverified email address gets no list. */
export const ReceivedInvitations = ({ user }: Pick<SignedIn, "user">) => user.emailVerified && <Received user={user} />;

function Received({ user }: Pick<SignedIn, "user">) {
  const { data, refetch } = useRead(user.email, (signal) =>
    authClient.organization.listUserInvitations({}, { signal }),
  );
  const { busy, result, act } = useActions();
  const top = useRef<HTMLHeadingElement>(null);
  if (!data || (data.length === 0 && !result.text)) return null;

  async function accept(invitationId: string): Promise<void> {
    const call = async () => (await authClient.organization.acceptInvitation({ invitationId })).error;
    if (await act(invitationId, { call, said: "", errorTexts })) navigate("/organization?joined=");
    else refetch();
  }

  async function decline(invitationId: string, name: string): Promise<void> {
    const call = async () => (await authClient.organization.rejectInvitation({ invitationId })).error;
    const isDone = await act(`no ${invitationId}`, {
      call,
      said: `You declined to join ${sayName(name)}.`,
      errorTexts,
    });
    await refetch();
    // The button is removed with its invitation; the focus moves to the heading.
    if (isDone) top.current?.focus();
  }

  return (
    <section className="group">
      <h2 ref={top} tabIndex={-1}>
        Invitations to you
      </h2>
      <ul className="people">
        {data.map(({ id, organizationName, role, expiresAt }) => (
          <li key={id}>
            <div>
              <p className="name">{organizationName}</p>
              <p className="meta">
                {sayRoles(role)}, open until <Time at={expiresAt} />
              </p>
            </div>
            <div className="choices">
              <Busy
                isSmall
                isBusy={busy === id}
                label="Accept"
                busy="Joining…"
                name={`Accept: ${sayName(organizationName)}`}
                onClick={() => accept(id)}
              />
              <Busy
                kind="quiet"
                isSmall
                isBusy={busy === `no ${id}`}
                label="Decline"
                busy="Declining…"
                name={`Decline: ${sayName(organizationName)}`}
                onClick={() => decline(id, organizationName)}
              />
            </div>
          </li>
        ))}
      </ul>
      <ResultLine {...result} />
    </section>
  );
}
