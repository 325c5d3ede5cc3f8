import { type ReactElement, useRef } from "react";
import { Bones } from "../parts/Bones.js";
import { Button } from "../parts/Button.js";
import { Failed } from "../parts/Failed.js";
import { focusAfter } from "../parts/focus-after.js";
import { Result } from "../parts/Result.js";
import { Rows } from "../parts/Rows.js";
import { Told } from "../parts/Time.js";
import { admin as english } from "../texts/en/admin.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";
import { useBrowserName } from "../user/browser-name.js";
import type { ManagedSession, ManagedUser } from "./types.js";
import { useUserSessions } from "./use-user-sessions.js";

/** The sessions of a user. Administrators end their own sessions in the account settings. */
export function UserSessions({ user }: { readonly user: ManagedUser }): ReactElement {
  const { sessions, canEnd, busy, error, done, end, endAll } = useUserSessions(user);
  const texts = useTexts("admin", english);
  const sentenceOf = useErrorText();
  const nameOf = useBrowserName();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = sessions.data?.sessions;

  /** The button is removed with the session. */
  const finish = (ended: Promise<boolean>): Promise<void> => focusAfter(ended, heading);

  return (
    <section className="kh-group">
      <h2 className="kh-subtitle" ref={heading} tabIndex={-1}>
        {texts.sessions}
      </h2>
      {!list && !sessions.error && <Bones />}
      {!list && sessions.error && (
        <Failed title={texts.sessionsFailed} text={sentenceOf(sessions.error)} retry={sessions.refetch} />
      )}
      {list?.length === 0 && <p className="kh-empty">{texts.noSessions}</p>}
      <ul className="kh-list">
        <Rows of={list ?? []}>
          {(session) => (
            <li>
              <About session={session} />
              {canEnd && (
                <Button
                  kind="quiet"
                  isSmall
                  isBusy={busy === session.id}
                  label={texts.signOut}
                  busyLabel={texts.signingOut}
                  name={texts.signOutOne(nameOf(session.userAgent))}
                  onClick={() => finish(end(session, texts.signedOut(nameOf(session.userAgent))))}
                />
              )}
            </li>
          )}
        </Rows>
      </ul>
      {canEnd && list && list.length > 1 && (
        <Button
          kind="quiet"
          isBusy={busy === "all"}
          label={texts.signOutAll}
          busyLabel={texts.signingOut}
          onClick={() => finish(endAll())}
        />
      )}
      <Result error={error} done={done} />
    </section>
  );
}

function About({ session }: { readonly session: ManagedSession }): ReactElement {
  const texts = useTexts("admin", english);
  const nameOf = useBrowserName();
  const { userAgent, createdAt, ipAddress, impersonatedBy } = session;
  return (
    <div>
      <p className="kh-name">{nameOf(userAgent)}</p>
      <p className="kh-meta">
        <Told say={(time) => texts.session(time(createdAt), ipAddress)} />
      </p>
      {impersonatedBy && <p className="kh-meta">{texts.impersonatedSession}</p>}
    </div>
  );
}
