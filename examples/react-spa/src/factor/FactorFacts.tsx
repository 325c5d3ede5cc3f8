import type { authClient } from "../auth-client.ts";
import { Time } from "../layout/Time.tsx";

type Status = NonNullable<Awaited<ReturnType<typeof authClient.twoFactor.status>>["data"]>;

const OnOff = ({ isOn }: { isOn: boolean }) => <span className={isOn ? "tag good" : "tag"}>{isOn ? "On" : "Off"}</span>;

/** What is set up, and what this app asks for. */
export const FactorFacts = ({ enabled, methods, backupCodesLeft, enrolledAt, isRequired, requiredFrom }: Status) => (
  <dl className="facts">
    <dt>Now</dt>
    <dd>
      <OnOff isOn={enabled} />{" "}
      {enrolledAt && (
        <span className="meta">
          since <Time at={enrolledAt} />
        </span>
      )}
    </dd>
    <dt>Authenticator app</dt>
    <dd>{methods.includes("totp") ? "Set up" : "Not set up"}</dd>
    <dt>Codes by email</dt>
    <dd>{methods.includes("otp") ? "On" : "Off"}</dd>
    {enabled && (
      <>
        <dt>Backup codes</dt>
        <dd>{backupCodesLeft === 0 ? "None left" : `${backupCodesLeft} left`}</dd>
      </>
    )}
    {(isRequired || requiredFrom) && (
      <>
        <dt>Required</dt>
        <dd>{isRequired || !requiredFrom ? "By the rules of this app" : <From at={requiredFrom} />}</dd>
      </>
    )}
  </dl>
);

const From = ({ at }: { at: Date }) => (
  <>
    From <Time at={at} />
  </>
);
