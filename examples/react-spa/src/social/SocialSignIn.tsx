import { areaOf } from "../area/area.ts";
import { CameBack } from "./CameBack.tsx";
import { Either } from "./Either.tsx";
import { offeredProviders } from "./offered-providers.ts";
import { ProviderButtons } from "./ProviderButtons.tsx";

/**
 * The buttons above the forms of sign-in and sign-up: a sign-in with a provider, then the requested screen. `to`: the
 * URL of a screen that the user returns to in any case.
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
