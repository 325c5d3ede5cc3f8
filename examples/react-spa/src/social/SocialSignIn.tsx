import { wantedScreen } from "../factor/go-to-factor.ts";
import { CameBack } from "./CameBack.tsx";
import { Either } from "./Either.tsx";
import { offeredProviders } from "./offered-providers.ts";
import { ProviderButtons } from "./ProviderButtons.tsx";

/**
 * The buttons above the forms of sign-in and sign-up: a sign-in with a provider, then the requested screen. `to`: the
 * URL of a screen that the user returns to in any case.
 */
export function SocialSignIn({ to }: { to?: string }) {
  return (
    <>
      <CameBack />
      {offeredProviders.length > 0 && (
        <>
          <ProviderButtons providers={offeredProviders} callbackURL={to ?? wantedScreen()} {...(to && { here: to })} />
          <Either />
        </>
      )}
    </>
  );
}
