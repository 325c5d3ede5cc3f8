import { type ReactElement, useState } from "react";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import { Button } from "./Button.js";

/** The properties of `Failed`. */
export interface FailedProps {
  /** What could not be loaded, as a sentence. */
  readonly title: string;
  /** Why. */
  readonly text: string;
  readonly retry: () => Promise<void>;
}

/** In place of data that could not be loaded. */
export function Failed({ title, text, retry }: FailedProps): ReactElement {
  const texts = useTexts("common", common);
  const [isBusy, setBusy] = useState(false);

  async function tryAgain(): Promise<void> {
    setBusy(true);
    await retry();
    setBusy(false);
  }

  return (
    <div className="kh-empty" role="alert">
      <p className="kh-name">{title}</p>
      <p className="kh-soft">{text}</p>
      <Button kind="quiet" isBusy={isBusy} label={texts.tryAgain} busyLabel={texts.loading} onClick={tryAgain} />
    </div>
  );
}
