import { MoreWays } from "../../account/MoreWays.tsx";
import type { SignedIn } from "../../account/signed-in.ts";
import { WaysInUse } from "../../account/WaysInUse.tsx";
import { authClient } from "../../auth-client.ts";
import { Failed } from "../../layout/Failed.tsx";
import { Screen } from "../../layout/Screen.tsx";
import { Bones } from "../Loading.tsx";

export function SignInMethods({ user }: SignedIn) {
  const { data, error, isPending, refetch } = authClient.useAccounts();
  return (
    <Screen title="Ways to sign in" lead="What opens your account.">
      {isPending && <Bones />}
      {error && !data && <Failed what="Your ways to sign in" error={error} retry={refetch} />}
      {data && <WaysInUse user={user} accounts={data} />}
      {data && <MoreWays user={user} accounts={data} />}
    </Screen>
  );
}
