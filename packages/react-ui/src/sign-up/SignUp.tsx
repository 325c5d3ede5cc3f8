import type { ReactElement } from "react";
import { useLinkTo, useWantedPath } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { EmailSent } from "../email/EmailSent.js";
import { Either } from "../parts/Either.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Form } from "../parts/Form.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { Providers } from "../provider/Providers.js";
import { common } from "../texts/en/common.js";
import { signUp as english } from "../texts/en/sign-up.js";
import { useTexts } from "../texts/use-texts.js";
import { type SignUpOptions, useSignUp } from "./use-sign-up.js";

/** The properties of `SignUp`. */
export interface SignUpProps extends SignUpOptions {
  /** A sentence below the heading. */
  readonly lead?: string;
}

/**
 * The sign-up screen: providers, or name, email address, username and password. Shows what the server offers.
 *
 * @example <AuthUI client={authClient}><SignUp fields={[{ name: "company", label: "Company" }]} /></AuthUI>
 */
export function SignUp({ lead, ...options }: SignUpProps): ReactElement {
  const { offers, form, providers, sentTo } = useSignUp(options);
  const { paths, Link } = useUI();
  const texts = useTexts("signUp", english);
  const { signIn } = useTexts("common", common);
  const to = useWantedPath(options.redirectTo);
  const linkTo = useLinkTo(to);
  if (!offers) return <Waiting />;
  if (sentTo !== null) return <EmailSent title={texts.sentTitle} text={texts.sent(sentTo)} />;

  const { appName, canSignUp, emailCode, phone } = offers;
  const hasCode = emailCode?.canSignUp ?? false;
  const hasPhone = phone?.canSignUp ?? false;
  const hasProviders = providers.providers.length > 0;
  return (
    <Screen title={appName ? texts.titleOf(appName) : texts.title} lead={lead}>
      {hasProviders ? <Providers {...providers} /> : providers.error && <ErrorLine text={providers.error} />}
      {hasProviders && canSignUp && <Either />}
      {canSignUp && <Form form={form} submit={texts.submit} submitting={texts.submitting} />}
      {!hasProviders && !canSignUp && !hasCode && !hasPhone && <p className="kh-soft">{texts.closed}</p>}
      <div className="kh-ways">
        {hasCode && (
          <Link className="kh-button kh-quiet" href={linkTo(paths.emailCode)}>
            {texts.emailCode}
          </Link>
        )}
        {hasPhone && (
          <Link className="kh-button kh-quiet" href={linkTo(paths.phoneCode)}>
            {texts.phone}
          </Link>
        )}
      </div>
      <p className="kh-asides">
        {texts.hasAccount} <Link href={linkTo(paths.signIn)}>{signIn}</Link>
      </p>
    </Screen>
  );
}
