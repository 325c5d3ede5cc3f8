import { type ReactElement, useRef } from "react";
import { Button } from "../parts/Button.js";
import { focusAfter } from "../parts/focus-after.js";
import { Loaded } from "../parts/Loaded.js";
import { Result } from "../parts/Result.js";
import { Rows } from "../parts/Rows.js";
import type { ToldProps } from "../parts/Time.js";
import { useTime } from "../parts/use-time.js";
import { account } from "../texts/en/account.js";
import { twoFactor as english } from "../texts/en/two-factor.js";
import { useTexts } from "../texts/use-texts.js";
import { DeviceRow } from "../user/DeviceRow.js";
import { type TrustedBrowser, useTrustedBrowsers } from "./use-trusted-browsers.js";

/** The browsers without a second step. */
export function TrustedBrowsers(): ReactElement {
  const { loading, browsers, busy, error, done, stop, stopAll } = useTrustedBrowsers();
  const texts = useTexts("twoFactor", english);
  const { thisDevice } = useTexts("account", account);
  const write = useTime();
  const top = useRef<HTMLHeadingElement>(null);

  /** The button is removed with the browser. */
  const end = (call: Promise<boolean>): Promise<void> => focusAfter(call, top);

  const about =
    ({ lastUsedAt, expiresAt, ipAddress }: TrustedBrowser): ToldProps["say"] =>
    (time) =>
      ipAddress
        ? texts.signedInFrom(time(lastUsedAt), ipAddress, write(expiresAt))
        : texts.signedIn(time(lastUsedAt), write(expiresAt));

  return (
    <section className="kh-group">
      <h2 className="kh-subtitle" ref={top} tabIndex={-1}>
        {texts.browsers}
      </h2>
      <Loaded loading={loading} failed={texts.browsersFailed}>
        {browsers.length === 0 && <p className="kh-empty">{texts.noBrowsers}</p>}
        <ul className="kh-list">
          <Rows of={browsers}>
            {(browser) => (
              <DeviceRow {...browser} tag={browser.isCurrent && thisDevice} about={about(browser)}>
                <Button
                  kind="quiet"
                  isSmall
                  isBusy={busy === browser.id}
                  label={texts.stop}
                  busyLabel={texts.stopping}
                  name={texts.stopName(browser.name)}
                  onClick={() => end(stop(browser))}
                />
              </DeviceRow>
            )}
          </Rows>
        </ul>
        {browsers.length > 1 && (
          <Button
            kind="quiet"
            isBusy={busy === "all"}
            label={texts.stopAll}
            busyLabel={texts.oneMoment}
            onClick={() => end(stopAll())}
          />
        )}
      </Loaded>
      <Result error={error} done={done} />
    </section>
  );
}
