import { areaOf } from "../area/area.ts";
import { CameBack } from "./CameBack.tsx";
import { Either } from "./Either.tsx";
import { offeredProviders } from "./offered-providers.ts";
import { ProviderButtons } from "./ProviderButtons.tsx";

/**
 * Above the forms of sign-in and sign-up: in by a provider, and on to where the person wanted to go. `to`: the whole address
 * of a screen that they come back to in any case.
 */
export function SocialSignIn({ to }: { to?: string }) {
  const wanted = areaOf(location.pathname) ? location.pathname : "/";
  return (
    <>
      <CameBack />
      {offeredProviders.length > 0 && (
        <>
          <ProviderButtons providers={offeredProviders} callbackURL={to ?? wanted} {...(to && { here: to })} />
          <Either />
        </>
      )}
    </>
  );
}
