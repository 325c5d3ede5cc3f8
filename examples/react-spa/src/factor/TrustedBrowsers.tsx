import { useRef } from "react";
import { describeBrowser } from "../../shared/describe-browser.ts";
import { DeviceIcon } from "../account/Device.tsx";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { Failed } from "../layout/Failed.tsx";
import { Time } from "../layout/Time.tsx";
import { useRead } from "../lists/use-read.ts";
import { Bones } from "../screens/Loading.tsx";

const { listTrustedDevices, revokeTrustedDevice, revokeTrustedDevices } = authClient.twoFactor;

type TrustedBrowser = NonNullable<Awaited<ReturnType<typeof listTrustedDevices>>["data"]>[number];

/** The browsers that are not asked for a code. */
export function TrustedBrowsers() {
  const { data, error, refetch } = useRead("", (signal) => listTrustedDevices({}, { signal }));
  const { busy, result, act } = useActions();
  const top = useRef<HTMLHeadingElement>(null);

  async function end(name: string, call: () => ReturnType<typeof revokeTrustedDevice>, said: string): Promise<void> {
    const isDone = await act(name, { call: async () => (await call()).error, said });
    await refetch();
    // The button is removed with its browser; the focus moves to the heading.
    if (isDone) top.current?.focus();
  }

  return (
    <section className="group">
      <h2 ref={top} tabIndex={-1}>
        Trusted browsers
      </h2>
      {!data && (error ? <Failed what="Your trusted browsers" error={error} retry={refetch} /> : <Bones />)}
      {data?.length === 0 && <p className="soft">None: every sign-in asks for a code.</p>}
      <ul className="devices">
        {data?.map((browser) => (
          <Row
            key={browser.id}
            browser={browser}
            isBusy={busy === browser.id}
            end={() =>
              end(
                browser.id,
                () => revokeTrustedDevice({ id: browser.id }),
                `${describeBrowser(browser.userAgent)} is asked for a code again.`,
              )
            }
          />
        ))}
      </ul>
      {data && data.length > 1 && (
        <Busy
          kind="quiet"
          isBusy={busy === "all"}
          label="Trust no browser"
          busy="One moment…"
          onClick={() => end("all", () => revokeTrustedDevices(), "Every browser is asked for a code again.")}
        />
      )}
      <ResultLine {...result} />
    </section>
  );
}

interface RowProps {
  readonly browser: TrustedBrowser;
  readonly isBusy: boolean;
  readonly end: () => void;
}

function Row({ browser: { userAgent, lastUsedAt, expiresAt, ipAddress, isCurrent }, isBusy, end }: RowProps) {
  const name = describeBrowser(userAgent);
  return (
    <li>
      <DeviceIcon isPhone={/Android|iPhone/.test(userAgent ?? "")} />
      <div>
        <p className="name">
          {name} {isCurrent && <span className="tag good">This one</span>}
        </p>
        <p className="meta">
          Signed in <Time at={lastUsedAt} />
          {ipAddress && `, from ${ipAddress}`}. Until <Time at={expiresAt} />
        </p>
      </div>
      <Busy
        kind="quiet"
        isSmall
        isBusy={isBusy}
        label="Stop"
        busy="Stopping…"
        name={`Stop trusting ${name}`}
        onClick={end}
      />
    </li>
  );
}
