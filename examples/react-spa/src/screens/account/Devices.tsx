import type { ListedSession } from "@keyhold/react";
import { useRef, useState } from "react";
import { describeBrowser } from "../../../shared/describe-browser.ts";
import { Device } from "../../account/Device.tsx";
import { authClient } from "../../auth-client.ts";
import { Busy } from "../../form/Busy.tsx";
import { inWords } from "../../form/form-error.ts";
import { Failed } from "../../layout/Failed.tsx";
import { Screen } from "../../layout/Screen.tsx";
import { Bones } from "../Loading.tsx";

export function Devices() {
  const { data, error, isPending, refetch } = authClient.useSessions();
  return (
    <Screen title="Devices" lead="Every browser in which you are signed in.">
      {isPending && <Bones />}
      {error && !data && <Failed what="Your devices" error={error} retry={refetch} />}
      {data && <List sessions={data} />}
    </Screen>
  );
}

function List({ sessions }: { sessions: readonly ListedSession[] }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [result, setResult] = useState({ text: "", isGood: true });
  const top = useRef<HTMLHeadingElement>(null);
  const others = sessions
    .filter(({ isCurrent }) => !isCurrent)
    .toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime());

  async function end(which: string, call: () => ReturnType<typeof authClient.revokeSession>, said: string) {
    if (busy) return;
    setBusy(which);
    const { error } = await call();
    setBusy(null);
    setResult({ text: error ? inWords(error) : said, isGood: !error });
    // The button is removed with its session; the focus moves to the heading.
    if (!error) top.current?.focus();
  }

  return (
    <>
      <section className="group">
        <h2>This device</h2>
        <ul className="devices">
          {sessions
            .filter(({ isCurrent }) => isCurrent)
            .map((session) => (
              <Device key={session.id} session={session} />
            ))}
        </ul>
      </section>
      <section className="group">
        <h2 ref={top} tabIndex={-1}>
          Other devices
        </h2>
        {others.length === 0 && <p className="soft">You are signed in nowhere else.</p>}
        <ul className="devices">
          {others.map((session) => (
            <Device
              key={session.id}
              session={session}
              isBusy={busy === session.id}
              end={() =>
                end(
                  session.id,
                  () => authClient.revokeSession({ id: session.id }),
                  `${describeBrowser(session.userAgent)} is signed out.`,
                )
              }
            />
          ))}
        </ul>
        {others.length > 0 && (
          <Busy
            kind="quiet"
            isBusy={busy === "others"}
            label="Sign out all other devices"
            busy="Signing out…"
            onClick={() => end("others", () => authClient.revokeOtherSessions(), "All other devices are signed out.")}
          />
        )}
        <p className={result.isGood ? "result" : "result bad"} role="status">
          {result.text}
        </p>
      </section>
    </>
  );
}
