import { type ReactElement, useRef } from "react";
import { Button } from "../parts/Button.js";
import { focusAfter } from "../parts/focus-after.js";
import { Result } from "../parts/Result.js";
import { Rows } from "../parts/Rows.js";
import { shortName } from "../parts/short-name.js";
import { useTime } from "../parts/use-time.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import { useReceivedInvitations } from "./use-received-invitations.js";
import { useRoleNames } from "./use-role-names.js";

/** The open invitations to the user; absent without invitations. */
export function ReceivedInvitations(): ReactElement | null {
  const { invitations, accept, decline, busy, error, done } = useReceivedInvitations();
  const texts = useTexts("organization", english);
  const namesOf = useRoleNames();
  const write = useTime();
  const heading = useRef<HTMLHeadingElement>(null);
  if (!invitations || (invitations.length === 0 && !done && !error)) return null;

  return (
    <section className="kh-group">
      <h2 className="kh-subtitle" ref={heading} tabIndex={-1}>
        {texts.received}
      </h2>
      <ul className="kh-list">
        <Rows of={invitations}>
          {(invitation) => (
            <li>
              <div>
                <p className="kh-name" title={invitation.organizationName}>
                  <bdi>{invitation.organizationName}</bdi>
                </p>
                <p className="kh-meta">{texts.receivedOne(namesOf(invitation.role), write(invitation.expiresAt))}</p>
              </div>
              <div className="kh-choices">
                <Button
                  isSmall
                  isBusy={busy === invitation.id}
                  label={texts.accept}
                  busyLabel={texts.accepting}
                  name={texts.acceptOne(shortName(invitation.organizationName))}
                  onClick={() => accept(invitation.id)}
                />
                <Button
                  kind="quiet"
                  isSmall
                  isBusy={busy === `decline ${invitation.id}`}
                  label={texts.decline}
                  busyLabel={texts.declining}
                  name={texts.declineOne(shortName(invitation.organizationName))}
                  // The button is removed with the invitation.
                  onClick={() => focusAfter(decline(invitation), heading)}
                />
              </div>
            </li>
          )}
        </Rows>
      </ul>
      <Result error={error} done={done} />
    </section>
  );
}
