import { type ReactElement, useEffect, useId, useRef } from "react";
import { useTime } from "../parts/use-time.js";
import { CopyButton } from "../second-factor/CopyButton.js";
import { apiKeys as english } from "../texts/en/api-keys.js";
import { useTexts } from "../texts/use-texts.js";
import type { ShownKey } from "./use-api-keys.js";
import { useKeyName } from "./use-key-name.js";

/** The properties of `ShownSecret`. */
export interface ShownSecretProps {
  readonly shown: ShownKey;
  readonly close: () => void;
}

/** A new key, in place of the list: the user closes it by a button, and no key press or click elsewhere does. */
export function ShownSecret({ shown, close }: ShownSecretProps): ReactElement {
  const texts = useTexts("apiKeys", english);
  const nameOf = useKeyName();
  const write = useTime();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), []);
  const { key, previousUntil } = shown;
  return (
    <section className="kh-group" aria-labelledby={id}>
      <h2 className="kh-subtitle" id={id} ref={heading} tabIndex={-1}>
        {texts.shownTitle}
      </h2>
      <p className="kh-notice">{texts.shownLead}</p>
      <div className="kh-secret">
        <p className="kh-name">{nameOf(shown)}</p>
        <code>{key}</code>
        <div>
          <CopyButton text={key} label={texts.copyKey} />
        </div>
      </div>
      {previousUntil && <p className="kh-meta">{texts.previous(write(previousUntil))}</p>}
      <button className="kh-button kh-primary" type="button" onClick={close}>
        {texts.stored}
      </button>
    </section>
  );
}
