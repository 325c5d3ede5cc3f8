import { useEffect, useRef } from "react";
import type { OfferedProvider } from "../../shared/offered-provider.ts";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ProviderMark } from "./ProviderMark.tsx";
import { useLeaving } from "./use-leaving.ts";

interface ProviderButtonsProps {
  readonly providers: readonly OfferedProvider[];
  /** The redirect after a success. */
  readonly callbackURL: string;
  /** The URL of this screen. Default: its path. */
  readonly here?: string;
}

/** Above this number, the buttons are in a grid and show the name only. */
const maxInOneColumn = 3;

/** "Continue with …" for each provider. After a failure the user returns to this screen. */
export function ProviderButtons({ providers, callbackURL, here = location.pathname }: ProviderButtonsProps) {
  const { to, leave, problem } = useLeaving();
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (problem) line.current?.focus();
  }, [problem]);
  const isShort = providers.length > maxInOneColumn;

  const signIn = (provider: string): Promise<void> =>
    leave(provider, async () => {
      const errorCallbackURL = `${here}${here.includes("?") ? "&" : "?"}provider=${provider}`;
      const { error } = await authClient.signIn.social({ provider, callbackURL, errorCallbackURL });
      return error;
    });

  return (
    <div className="providers">
      {isShort && <p className="soft">Continue with</p>}
      <ul>
        {providers.map(({ id, name }) => (
          <li key={id}>
            <Busy
              kind="quiet"
              mark={<ProviderMark id={id} />}
              isBusy={to === id}
              label={isShort ? name : `Continue with ${name}`}
              busy={isShort ? "Going…" : `Going to ${name}…`}
              {...(isShort && { name: `Continue with ${name}` })}
              onClick={() => signIn(id)}
            />
          </li>
        ))}
      </ul>
      <div role="alert">
        {problem && (
          <p className="summary" tabIndex={-1} ref={line}>
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
