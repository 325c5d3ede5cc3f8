import type { CallError } from "@keyhold/react";
import type { ReactElement } from "react";
import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import { Dialog } from "../parts/Dialog.js";
import { Either } from "../parts/Either.js";
import { Form } from "../parts/Form.js";
import { Username } from "../parts/Username.js";
import { PasskeyButton } from "../passkey/PasskeyButton.js";
import { Providers } from "../provider/Providers.js";
import { useProviders } from "../provider/use-providers.js";
import { CodeForm } from "../second-factor/CodeForm.js";
import { EmailedCode } from "../second-factor/EmailedCode.js";
import { MethodChoice } from "../second-factor/MethodChoice.js";
import { useOwnerForm } from "../second-factor/use-owner-form.js";
import { factor } from "../texts/en/factor.js";
import { stepUp as english } from "../texts/en/step-up.js";
import { useTexts } from "../texts/use-texts.js";
import { addressOf } from "../user/guest.js";
import { againName } from "../user/notices.js";
import { useAccounts } from "../user/use-accounts.js";
import { type SignedInUser, useUser } from "../user/use-user.js";
import { SignInAgain } from "./SignInAgain.js";
import { type ProofMethod, type StepUpProofState, useStepUpProof } from "./use-step-up-proof.js";

/** The properties of `StepUpDialog`. */
export interface StepUpDialogProps {
  /** The methods of this user. */
  readonly methods: readonly string[];
  readonly factors: 1 | 2;
  readonly proven: () => void;
  readonly close: () => void;
}

/** Asks for a proof. The form behind the dialog keeps the input, and the call continues with the proof. */
export function StepUpDialog({ methods: given, factors, proven, close }: StepUpDialogProps): ReactElement | null {
  const { client } = useUI();
  const user = useUser();
  const proof = useStepUpProof(given, proven);
  const texts = useTexts("stepUp", english);
  if (!user) return null;
  const hasMethods = proof.methods.length > 0;
  const hasProviders = factors === 1 && "useAccounts" in client;
  return (
    <Dialog title={texts.title} lead={factors === 2 ? texts.leadFactor : texts.lead} close={close}>
      {hasMethods && (
        <MethodChoice methods={proof.methods} form={(method) => <ProofForm method={method} user={user} {...proof} />} />
      )}
      {!hasMethods && !hasProviders && <SignInAgain />}
      {hasProviders && <AtProvider user={user} staysSignedIn={given.includes("social")} isAlternative={hasMethods} />}
    </Dialog>
  );
}

interface ProofFormProps extends StepUpProofState {
  readonly method: ProofMethod;
  readonly user: SignedInUser;
}

function ProofForm({ method, user, prove, sendCode }: ProofFormProps): ReactElement {
  const texts = useTexts("stepUp", english);
  if (method === "password") return <ByPassword user={user} prove={prove} />;
  if (method === "passkey") return <ByPasskey prove={prove} />;
  const form = {
    verify: ({ code }: { readonly code: string }): Promise<CallError | null> => prove(method, code),
    submit: texts.submit,
    submitting: texts.submitting,
  };
  if (method === "otp" || method === "phone-code")
    return <EmailedCode {...form} method={method} sendCode={() => sendCode(method)} />;
  return <CodeForm method={method} {...form} />;
}

function ByPassword({ user, prove }: Pick<ProofFormProps, "user" | "prove">): ReactElement {
  const texts = useTexts("stepUp", english);
  const form = useOwnerForm(true, ({ password = "" }) => prove("password", password));
  return (
    <Form form={form} submit={texts.submit} submitting={texts.submitting}>
      <Username email={user.email} />
    </Form>
  );
}

function ByPasskey({ prove }: Pick<ProofFormProps, "prove">): ReactElement {
  const texts = useTexts("factor", factor);
  const { busy, error, run } = useAction();
  const start = (): void => {
    run("passkey", { call: () => prove("passkey", ""), leaves: true });
  };
  const action = { isBusy: busy !== null, error, start };
  return <PasskeyButton action={action} label={texts.usePasskey} busyLabel={texts.passkeyBusy} />;
}

interface AtProviderProps {
  readonly user: SignedInUser;
  /** The user has an account of a provider that gives a proof in the open session. */
  readonly staysSignedIn: boolean;
  readonly isAlternative: boolean;
}

/**
 * A proof at a linked provider, or else a new sign-in. The browser leaves the page, and the input is lost; the user
 * returns to the screen.
 */
function AtProvider({ user, staysSignedIn, isAlternative }: AtProviderProps): ReactElement {
  const { paths, offers, Link } = useUI();
  const { data, isPending } = useAccounts();
  const texts = useTexts("stepUp", english);
  const callbackURL = `${location.pathname}?${new URLSearchParams({ [againName]: user.id })}`;
  const ids = data?.map(({ providerId }) => providerId) ?? [];
  const stepUpIds = staysSignedIn ? offers?.stepUpProviders : undefined;
  const providers = useProviders({ callbackURL, ids, stepUpIds });
  const isShown = providers.providers.length > 0;
  const canGetPassword = !isAlternative && offers?.canResetPassword === true && addressOf(user) !== null;
  return (
    <>
      {isShown && isAlternative && <Either />}
      {isShown && <Providers {...providers} />}
      {isShown && <p className="kh-soft">{texts.comeBack}</p>}
      {!isShown && !isAlternative && !isPending && <SignInAgain />}
      {canGetPassword && (
        <p className="kh-asides">
          <Link href={`${paths.account}/password`}>{texts.getPassword}</Link>
        </p>
      )}
    </>
  );
}
