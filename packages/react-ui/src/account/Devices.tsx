import { type ReactElement, useRef } from "react";
import { Button } from "../parts/Button.js";
import { focusAfter } from "../parts/focus-after.js";
import { Loaded } from "../parts/Loaded.js";
import { Result } from "../parts/Result.js";
import { Rows } from "../parts/Rows.js";
import { Screen } from "../parts/Screen.js";
import type { ToldProps } from "../parts/Time.js";
import { account as english } from "../texts/en/account.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import { DeviceRow } from "../user/DeviceRow.js";
import { type Device, type DevicesState, useDevices } from "./use-devices.js";

/**
 * The section of devices: the browsers in which the user is signed in, to sign out a browser or all others.
 *
 * @example <AuthUI client={authClient}><Devices /></AuthUI>
 */
export function Devices(): ReactElement {
  const state = useDevices();
  const { loading, current } = state;
  const texts = useTexts("account", english);
  const about = useAbout();
  return (
    <Screen title={texts.sections.devices} lead={texts.devicesLead}>
      <Loaded loading={loading} failed={texts.devicesFailed}>
        {current && (
          <ul className="kh-list">
            <DeviceRow {...current} tag={texts.thisDevice} about={about(current)} />
          </ul>
        )}
        <Others {...state} />
      </Loaded>
    </Screen>
  );
}

function Others({ others, busy, error, done, signOut, signOutOthers }: DevicesState): ReactElement {
  const texts = useTexts("account", english);
  const shared = useTexts("common", common);
  const about = useAbout();
  const top = useRef<HTMLHeadingElement>(null);

  /** The button is removed with the session. */
  const end = (call: Promise<boolean>): Promise<void> => focusAfter(call, top);

  return (
    <section className="kh-group">
      <h2 className="kh-subtitle" ref={top} tabIndex={-1}>
        {texts.otherDevices}
      </h2>
      {others.length === 0 && <p className="kh-empty">{texts.noOtherDevices}</p>}
      <ul className="kh-list">
        <Rows of={others}>
          {(device) => (
            <DeviceRow {...device} about={about(device)}>
              <Button
                kind="quiet"
                isSmall
                isBusy={busy === device.id}
                label={shared.signOut}
                busyLabel={texts.signingOut}
                name={texts.signOutDevice(device.name)}
                onClick={() => end(signOut(device))}
              />
            </DeviceRow>
          )}
        </Rows>
      </ul>
      {others.length > 0 && (
        <Button
          kind="quiet"
          isBusy={busy === "others"}
          label={texts.signOutAll}
          busyLabel={texts.signingOut}
          onClick={() => end(signOutOthers())}
        />
      )}
      <Result error={error} done={done} />
    </section>
  );
}

/** A function for the time and the place of a sign-in. */
function useAbout(): (device: Device) => ToldProps["say"] {
  const texts = useTexts("account", english);
  return ({ createdAt, ipAddress }) =>
    (time) =>
      ipAddress ? texts.sinceFrom(time(createdAt), ipAddress) : texts.since(time(createdAt));
}
