import { accountPaths } from "../../shared/paths.ts";
import { CameBack } from "./CameBack.tsx";
import { Either } from "./Either.tsx";
import { offeredProviders } from "./offered-providers.ts";
import { ProviderButtons } from "./ProviderButtons.tsx";

/** Above the forms of sign-in and sign-up: in by a provider, and on to where the person wanted to go. */
export function SocialSignIn() {
  const wanted = accountPaths.find((path) => path === location.pathname) ?? "/";
  return (
    <>
      <CameBack />
      {offeredProviders.length > 0 && (
        <>
          <ProviderButtons providers={offeredProviders} callbackURL={wanted} />
          <Either />
        </>
      )}
    </>
  );
}
