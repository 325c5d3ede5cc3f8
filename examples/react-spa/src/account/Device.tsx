import type { ListedSession } from "@keyhold/react";
import { describeBrowser } from "../../shared/describe-browser.ts";
import { Busy } from "../form/Busy.tsx";
import { Time } from "../layout/Time.tsx";

interface DeviceProps {
  readonly session: ListedSession;
  readonly isBusy?: boolean;
  /** Left out for the current session. */
  readonly end?: () => void;
}

export function Device({ session: { userAgent, createdAt, ipAddress }, isBusy = false, end }: DeviceProps) {
  const browser = describeBrowser(userAgent);
  return (
    <li>
      <DeviceIcon isPhone={/Android|iPhone/.test(userAgent ?? "")} />
      <div>
        <p className="name">{browser}</p>
        <p className="meta">
          Since <Time at={createdAt} />
          {ipAddress && `, from ${ipAddress}`}
        </p>
      </div>
      {end ? (
        <Busy
          kind="quiet"
          isSmall
          isBusy={isBusy}
          label="Sign out"
          busy="Signing out…"
          name={`Sign out ${browser}`}
          onClick={end}
        />
      ) : (
        <span className="tag good">This one</span>
      )}
    </li>
  );
}

export const DeviceIcon = ({ isPhone }: { isPhone: boolean }) => (
  <svg className="device-icon" viewBox="0 0 32 32" aria-hidden="true">
    {isPhone ? (
      <path d="M11 4h10a2 2 0 0 1 2 2v20a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Zm3.5 20.5h3" />
    ) : (
      <path d="M7 7h18a1.5 1.5 0 0 1 1.5 1.5V21h-21V8.5A1.5 1.5 0 0 1 7 7ZM2.5 21h27v2a2 2 0 0 1-2 2h-23a2 2 0 0 1-2-2Z" />
    )}
  </svg>
);
