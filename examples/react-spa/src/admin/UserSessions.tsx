import { useRef } from "react";
import { describeBrowser } from "../../shared/describe-browser.ts";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { Failed } from "../layout/Failed.tsx";
import { Time } from "../layout/Time.tsx";
import { useRead } from "../lists/use-read.ts";
import { Bones } from "../screens/Loading.tsx";
import { errorTexts } from "./error-texts.ts";
import type { ManagedSession, ManagedUser } from "./managed.ts";

interface UserSessionsProps {
  readonly user: ManagedUser;
  /** Whether the sessions are the administrator's own, which are on the page of devices. */
  readonly isOwn: boolean;
  readonly mayEnd: boolean;
}

export function UserSessions({ user, isOwn, mayEnd }: UserSessionsProps) {
  const { id: userId, banned } = user;
  // A ban ends all sessions.
  const { data, error, refetch } = useRead(`${userId} ${banned}`, (signal) =>
    authClient.admin.listUserSessions({ userId }, { signal }),
  );
  const { busy, result, act } = useActions();
  const top = useRef<HTMLHeadingElement>(null);
  const isEndable = mayEnd && !isOwn;

  async function end(name: string, call: () => ReturnType<typeof authClient.admin.revokeUserSession>, said: string) {
    const isDone = await act(name, { call: async () => (await call()).error, said, errorTexts });
    await refetch();
    // The button is removed with its session; the focus moves to the heading.
    if (isDone) top.current?.focus();
  }

  return (
    <section className="group">
      <h2 ref={top} tabIndex={-1}>
        Where they are signed in
      </h2>
      {!data && (error ? <Failed what="The sessions" error={error} retry={refetch} /> : <Bones />)}
      {data?.sessions.length === 0 && <p className="soft">Nowhere.</p>}
      <ul className="people">
        {data?.sessions.map((session) => (
          <li key={session.id}>
            <About session={session} />
            {isEndable && (
              <Busy
                kind="quiet"
                isSmall
                isBusy={busy === session.id}
                label="Sign out"
                busy="Signing out…"
                name={`Sign out ${describeBrowser(session.userAgent)}`}
                onClick={() =>
                  end(
                    session.id,
                    () => authClient.admin.revokeUserSession({ sessionId: session.id }),
                    `${describeBrowser(session.userAgent)} is signed out.`,
                  )
                }
              />
            )}
          </li>
        ))}
      </ul>
      {isEndable && data && data.sessions.length > 1 && (
        <Busy
          kind="quiet"
          isBusy={busy === "all"}
          label="Sign out everywhere"
          busy="Signing out…"
          onClick={() =>
            end("all", () => authClient.admin.revokeUserSessions({ userId }), "They are signed out everywhere.")
          }
        />
      )}
      <ResultLine {...result} />
    </section>
  );
}

const About = ({ session: { userAgent, createdAt, ipAddress, impersonatedBy } }: { session: ManagedSession }) => (
  <div>
    <p className="name">{describeBrowser(userAgent)}</p>
    <p className="meta">
      Since <Time at={createdAt} />
      {ipAddress && `, from ${ipAddress}`}
      {impersonatedBy && ", an administrator in their place"}
    </p>
  </div>
);
