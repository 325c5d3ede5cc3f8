import { type ReactElement, useState } from "react";
import { useLinkTo } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { Either } from "../parts/Either.js";
import { Form } from "../parts/Form.js";
import { useFocusOnChange } from "../parts/use-focus-on-change.js";
import { Waiting } from "../parts/Waiting.js";
import { PasskeyButton } from "../passkey/PasskeyButton.js";
import { Providers } from "../provider/Providers.js";
import type { ProvidersState } from "../provider/use-providers.js";
import { useSignIn } from "../sign-in/use-sign-in.js";
import { useSignUp } from "../sign-up/use-sign-up.js";
import { invitation as english } from "../texts/en/invitation.js";
import { signIn as signInTexts } from "../texts/en/sign-in.js";
import { signUp as signUpTexts } from "../texts/en/sign-up.js";
import { useTexts } from "../texts/use-texts.js";

interface InvitedProps {
  /** The invited email address. */
  readonly email: string;
  /** The path of the screen of the invitation. */
  readonly here: string;
}

/** For a signed-out user with an invitation: a sign-up, or a sign-in. */
export function InvitedSignIn(props: InvitedProps): ReactElement {
  const texts = useTexts("invitation", english);
  const [isNew, setNew] = useState(true);
  const heading = useFocusOnChange<HTMLHeadingElement>(isNew);
  return (
    <>
      <h2 className="kh-subtitle" ref={heading} tabIndex={-1}>
        {isNew ? texts.signUp : texts.signIn}
      </h2>
      {isNew ? <NewUser {...props} /> : <KnownUser {...props} />}
      <p className="kh-asides">
        {isNew ? texts.hasAccount : texts.newHere}{" "}
        <button className="kh-link" type="button" onClick={() => setNew(!isNew)}>
          {isNew ? texts.signIn : texts.signUp}
        </button>
      </p>
    </>
  );
}

function NewUser({ email, here }: InvitedProps): ReactElement {
  const { offers, form, providers, sentTo } = useSignUp({ redirectTo: here, email, staysHere: true });
  const texts = useTexts("signUp", signUpTexts);
  if (!offers) return <Waiting />;
  if (sentTo !== null)
    return (
      <p className="kh-notice" role="status">
        {texts.sent(sentTo)}
      </p>
    );
  return (
    <>
      <WithProviders providers={providers} hasForm={offers.canSignUp} />
      {offers.canSignUp && <Form form={form} submit={texts.submit} submitting={texts.submitting} />}
    </>
  );
}

function KnownUser({ email, here }: InvitedProps): ReactElement {
  const { offers, form, providers, passkey } = useSignIn({ redirectTo: here, identifier: email, staysHere: true });
  const { paths, Link } = useUI();
  const link = useLinkTo(here);
  const texts = useTexts("signIn", signInTexts);
  if (!offers) return <Waiting />;
  return (
    <>
      <WithProviders providers={providers} hasForm={offers.password !== null} />
      {offers.password && <Form form={form} submit={texts.submit} submitting={texts.submitting} />}
      {passkey.isOffered && (
        <PasskeyButton kind="quiet" action={passkey} label={texts.passkey} busyLabel={texts.passkeyBusy} />
      )}
      {offers.canResetPassword && (
        <p className="kh-asides">
          <Link href={link(paths.forgotPassword)}>{texts.forgotPassword}</Link>
        </p>
      )}
    </>
  );
}

interface WithProvidersProps {
  readonly providers: ProvidersState;
  readonly hasForm: boolean;
}

const WithProviders = ({ providers, hasForm }: WithProvidersProps): ReactElement | null =>
  providers.providers.length === 0 ? null : (
    <>
      <Providers {...providers} />
      {hasForm && <Either />}
    </>
  );
