import type { ReactNode } from "react";
import { authClient } from "../auth-client.ts";
import { Failed } from "../layout/Failed.tsx";
import { Link } from "../router.tsx";
import { Bones } from "../screens/Loading.tsx";
import { ProviderButtons } from "../social/ProviderButtons.tsx";
import type { SignedIn } from "./signed-in.ts";
import { linkedProviders } from "./ways.ts";

interface SignInAgainProps {
  readonly user: SignedIn["user"];
  readonly hasPassword: boolean;
  /** Rendered above the providers, if there are any. */
  readonly before: ReactNode;
}

/** A new sign-in with a linked provider. The page is left with its input; the user returns to the screen. */
export function SignInAgain({ user, hasPassword, before }: SignInAgainProps) {
  const { data, error, refetch } = authClient.useAccounts();
  if (!data) return error ? <Failed what="Your ways to sign in" error={error} retry={refetch} /> : <Bones />;
  const providers = linkedProviders(data);
  return (
    <>
      {providers.length > 0 && (
        <>
          {before}
          <ProviderButtons providers={providers} callbackURL={`${location.pathname}?again=${user.id}`} />
          <p className="soft">You come back here afterwards. Then take this step once more.</p>
        </>
      )}
      {!hasPassword && (
        <p className="soft">
          Or <Link href="/account/password">get a password</Link> by email.
        </p>
      )}
    </>
  );
}
