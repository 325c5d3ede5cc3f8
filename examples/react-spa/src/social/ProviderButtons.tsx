import { useEffect, useRef } from "react";
import type { OfferedProvider } from "../../shared/offered-provider.ts";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ProviderMark } from "./ProviderMark.tsx";
import { useLeaving } from "./use-leaving.ts";

interface ProviderButtonsProps {
  readonly providers: readonly OfferedProvider[];
  /** Where people are when they are in. */
  readonly callbackURL: string;
  /** The address of this screen. Default: its path. */
  readonly here?: string;
}

/** More of them than this stand side by side, with nothing but their names on them. */
const maxInOneColumn = 3;

/** "Continue with …" for each of the providers. Who is not let in comes back to this very screen. */
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
