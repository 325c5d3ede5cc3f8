import { useState } from "react";
import type { SignedIn } from "../../account/signed-in.ts";
import { hasPassword } from "../../account/ways.ts";
import { authClient } from "../../auth-client.ts";
import { AppFactor } from "../../factor/AppFactor.tsx";
import { Enrol, type Enrolment } from "../../factor/Enrol.tsx";
import { FactorFacts } from "../../factor/FactorFacts.tsx";
import { MailFactor } from "../../factor/MailFactor.tsx";
import { RenewCodes } from "../../factor/RenewCodes.tsx";
import { SaveCodes } from "../../factor/SaveCodes.tsx";
import { TrustedBrowsers } from "../../factor/TrustedBrowsers.tsx";
import { TurnOff } from "../../factor/TurnOff.tsx";
import { Failed } from "../../layout/Failed.tsx";
import { Screen } from "../../layout/Screen.tsx";
import { useRead } from "../../lists/use-read.ts";
import { Bones } from "../Loading.tsx";

/** What replaces the screen for a while: secrets that the server shows once. */
type Shown = { readonly enrolment: Enrolment } | { readonly codes: readonly string[] } | null;

export function SecondFactor({ user }: SignedIn) {
  const accounts = authClient.useAccounts();
  const status = useRead("", (signal) => authClient.twoFactor.status({}, { signal }));
  const [shown, setShown] = useState<Shown>(null);
  const { email } = user;

  async function back(): Promise<void> {
    await status.refetch();
    setShown(null);
  }

  if (shown && "codes" in shown) return <SaveCodes codes={shown.codes} email={email} isNew goOn="Done" done={back} />;
  if (shown) {
    const confirm = async ({ code }: { code: string }) => {
      const { error } = await authClient.twoFactor.verifyTotp({ code });
      if (!error) await back();
      return error;
    };
    return <Enrol {...shown.enrolment} confirm={confirm} cancel={back} />;
  }

  const { data } = status;
  const error = (data ? null : status.error) ?? (accounts.data ? null : accounts.error);
  const isByPassword = accounts.data !== null && hasPassword(accounts.data);
  const part = { user, isByPassword, changed: status.refetch };
  return (
    <Screen
      title="Two-factor authentication"
      lead="A password can be stolen. With a second factor it opens nothing without your phone, too."
    >
      {error && <Failed what="Your second factor" error={error} retry={data ? accounts.refetch : status.refetch} />}
      {!error && !(data && accounts.data) && <Bones />}
      {data && accounts.data && (
        <>
          <FactorFacts {...data} />
          {!data.methods.includes("totp") && (
            <AppFactor {...part} begun={(enrolment) => setShown({ enrolment })} isFirst={!data.enabled} />
          )}
          {!data.methods.includes("otp") && <MailFactor {...part} done={(codes) => setShown({ codes })} />}
          {data.enabled && (
            <>
              <RenewCodes {...part} left={data.backupCodesLeft} done={(codes) => setShown({ codes })} />
              <TrustedBrowsers />
              <TurnOff {...part} isRequired={data.isRequired} />
            </>
          )}
        </>
      )}
    </Screen>
  );
}
