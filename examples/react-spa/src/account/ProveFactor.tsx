import { authClient } from "../auth-client.ts";
import { CodeForm, type GivenCode } from "../factor/CodeForm.tsx";
import { EmailedCode } from "../factor/EmailedCode.tsx";
import { MethodEntry } from "../factor/MethodEntry.tsx";
import { knownMethods } from "../factor/methods.ts";
import { verifyFactor } from "../factor/verify-factor.ts";
import { Dialog } from "../layout/Dialog.tsx";
import { Failed } from "../layout/Failed.tsx";
import { useRead } from "../lists/use-read.ts";
import { Bones } from "../screens/Loading.tsx";

/** A dialog for a step that needs a second factor now. `close`: true after a right code. */
export function ProveFactor({ close }: { close: (isProven: boolean) => void }) {
  const { data, error, refetch } = useRead("", (signal) => authClient.twoFactor.status({}, { signal }));
  return (
    <Dialog title="Is it still you?" lead="This step asks for your second factor." close={() => close(false)}>
      {data && (
        <MethodEntry
          methods={knownMethods(data.methods)}
          form={(method) => {
            if (method === "passkey") return null;
            const verify = async (code: GivenCode) => {
              const { error } = await verifyFactor(method, code);
              if (!error) close(true);
              return error;
            };
            const form = { verify, submit: "Go on", busy: "One moment…" };
            if (method !== "otp") return <CodeForm method={method} {...form} />;
            return <EmailedCode {...form} sendCode={async () => (await authClient.twoFactor.sendOtp()).error} />;
          }}
        />
      )}
      {!data && (error ? <Failed what="Your second factor" error={error} retry={refetch} /> : <Bones />)}
    </Dialog>
  );
}
