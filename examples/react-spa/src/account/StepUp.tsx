import { authClient, useStepUp } from "../auth-client.ts";
import { CodeForm } from "../factor/CodeForm.tsx";
import { EmailedCode } from "../factor/EmailedCode.tsx";
import { MethodEntry } from "../factor/MethodEntry.tsx";
import { type CodeMethod, type StepUpMethod, stepUpMethods } from "../factor/methods.ts";
import { Form, type Values } from "../form/Form.tsx";
import { PasswordField } from "../form/PasswordField.tsx";
import { UserEmail } from "../form/UserEmail.tsx";
import { Dialog } from "../layout/Dialog.tsx";
import { PasskeyButton } from "../passkey/PasskeyButton.tsx";
import { Either } from "../social/Either.tsx";
import { SignInAgain } from "./SignInAgain.tsx";
import type { SignedIn } from "./signed-in.ts";

type Props = Pick<SignedIn, "user">;

/** Asks who the user is when a call needs a recent proof. It is on every page of a signed-in user. */
export function StepUp({ user }: Props) {
  const { need, finish, cancel } = useStepUp();
  return need && <StepUpDialog user={user} {...need} proven={finish} close={cancel} />;
}

interface StepUpDialogProps extends Props {
  readonly methods: readonly string[];
  readonly factors: 1 | 2;
  readonly proven: () => void;
  readonly close: () => void;
}

/** The form behind the dialog keeps its input, and its call goes on with the proof. */
export function StepUpDialog({ user, methods: given, factors, proven, close }: StepUpDialogProps) {
  const methods = stepUpMethods(given);
  const lead =
    factors === 2
      ? "This step asks for your second factor."
      : "You signed in a while ago, and this step asks who you are.";
  return (
    <Dialog title="Is it still you?" lead={lead} close={close}>
      {methods.length > 0 && (
        <MethodEntry methods={methods} form={(method) => <ProofForm user={user} method={method} proven={proven} />} />
      )}
      {factors === 1 && (
        <SignInAgain user={user} hasPassword={methods.includes("password")} before={methods.length > 0 && <Either />} />
      )}
    </Dialog>
  );
}

interface ProofFormProps extends Props, Pick<StepUpDialogProps, "proven"> {
  readonly method: StepUpMethod;
}

const { stepUp } = authClient;

const giveCode = (method: CodeMethod, code: string) => {
  if (method === "totp") return stepUp.totp({ code });
  return method === "otp" ? stepUp.otp({ code }) : stepUp.backupCode({ code });
};

function ProofForm({ user, method, proven }: ProofFormProps) {
  if (method === "password") return <ByPassword user={user} proven={proven} />;
  if (method === "passkey") {
    const use = async () => {
      const { error } = await stepUp.withPasskey();
      if (!error) proven();
      return error;
    };
    return <PasskeyButton label="Use a passkey" use={use} />;
  }
  const verify = async ({ code }: { code: string }) => {
    const { error } = await giveCode(method, code);
    if (!error) proven();
    return error;
  };
  const form = { verify, submit: "Go on", busy: "One moment…" };
  if (method !== "otp") return <CodeForm method={method} {...form} />;
  return <EmailedCode {...form} sendCode={async () => (await stepUp.sendOtp()).error} />;
}

function ByPassword({ user: { email }, proven }: Omit<ProofFormProps, "method">) {
  async function give({ password = "" }: Values) {
    const { error } = await stepUp.password({ password });
    if (!error) proven();
    return error;
  }

  return (
    <Form
      send={give}
      submit="Go on"
      busy="One moment…"
      places={{ INVALID_PASSWORD: { field: "password", text: "This is not your password." } }}
    >
      <UserEmail email={email} />
      <PasswordField name="password" label="Password" autoComplete="current-password" empty="Enter your password." />
    </Form>
  );
}
