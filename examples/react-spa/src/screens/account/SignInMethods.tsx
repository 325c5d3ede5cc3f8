import { MoreWays } from "../../account/MoreWays.tsx";
import { WaysInUse } from "../../account/WaysInUse.tsx";
import { authClient } from "../../auth-client.ts";
import { Failed } from "../../layout/Failed.tsx";
import { Screen } from "../../layout/Screen.tsx";
import { useRead } from "../../lists/use-read.ts";
import { Bones } from "../Loading.tsx";

export function SignInMethods() {
  const passkeys = useRead("", (signal) => authClient.passkey.listUserPasskeys({}, { signal }));
  const { data, error, isPending, refetch } = authClient.useAccounts();
  return (
    <Screen title="Ways to sign in" lead="What opens your account.">
      {isPending && <Bones />}
      {error && !data && <Failed what="Your ways to sign in" error={error} retry={refetch} />}
      {data && <WaysInUse accounts={data} passkeys={passkeys.data?.length ?? 0} />}
      {data && <MoreWays accounts={data} />}
    </Screen>
  );
}
