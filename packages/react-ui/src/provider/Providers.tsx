import type { ReactElement } from "react";
import { Button } from "../parts/Button.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { provider as english } from "../texts/en/provider.js";
import { useTexts } from "../texts/use-texts.js";
import { Mark } from "./Mark.js";
import type { ProvidersState } from "./use-providers.js";

/** Above this number, the buttons are in a grid and show the name only. */
const maxInOneColumn = 3;

/** The properties of `Providers`. */
export interface ProvidersProps extends ProvidersState {
  /** A short note on the button of a provider, e.g. "Last used". */
  readonly note?: ((id: string) => string | undefined) | undefined;
}

/** "Continue with …" for each provider, and the problem of the last attempt. */
export function Providers({ providers, opening, error, start, note }: ProvidersProps): ReactElement {
  const texts = useTexts("provider", english);
  const isShort = providers.length > maxInOneColumn;
  return (
    <div className="kh-providers">
      <ErrorLine text={error} />
      {isShort && <p className="kh-soft">{texts.continueWithOne}</p>}
      <ul data-short={isShort}>
        {providers.map(({ id, name }) => (
          <li key={id}>
            <Button
              kind="quiet"
              icon={<Mark id={id} />}
              isBusy={opening === id}
              label={isShort ? name : texts.continueWith(name)}
              busyLabel={isShort ? texts.opening : texts.going(name)}
              name={isShort ? texts.continueWith(name) : undefined}
              note={note?.(id)}
              onClick={() => start(id)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
