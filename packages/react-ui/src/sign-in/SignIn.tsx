import type { ReactElement } from "react";
import { useIsAdding, useLinkTo, useWantedPath } from "../after-sign-in.js";
import { useUI } from "../context.js";
import type { Offers } from "../offers.js";
import { Either } from "../parts/Either.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Form } from "../parts/Form.js";
import { Note } from "../parts/Note.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { PasskeyButton } from "../passkey/PasskeyButton.js";
import { Providers } from "../provider/Providers.js";
import { signIn as english } from "../texts/en/sign-in.js";
import { useTexts } from "../texts/use-texts.js";
import { GuestButton } from "./GuestButton.js";
import { useLastUsed } from "./use-last-used.js";
import { type SignInInput, type SignInOptions, useSignIn } from "./use-sign-in.js";

/** The properties of `SignIn`. */
export interface SignInProps extends SignInOptions {
  /** A sentence below the heading, e.g. why the user has to sign in. */
  readonly lead?: string;
}

/**
 * The sign-in screen: providers, email address or username with a password, passkeys. Shows what the server offers.
 *
 * @example <AuthUI client={authClient}><SignIn /></AuthUI>
 */
export function SignIn({ lead, ...options }: SignInProps): ReactElement {
  const { offers, form, providers, passkey, input } = useSignIn(options);
  const texts = useTexts("signIn", english);
  const { paths, Link } = useUI();
  const to = useWantedPath(options.redirectTo);
  const link = useLinkTo(to);
  const lastUsed = useLastUsed();
  if (!offers) return <Waiting />;

  const { appName, password, magicLink, emailCode, phone, hasGuests, canResetPassword, canSignUp } = offers;
  const hasProviders = providers.providers.length > 0;
  return (
    <Screen title={appName ? texts.titleOf(appName) : texts.title} lead={lead}>
      {hasProviders ? (
        <Providers {...providers} note={lastUsed} />
      ) : (
        providers.error && <ErrorLine text={providers.error} />
      )}
      {hasProviders && password && <Either />}
      {password && (
        <Form form={form} submit={texts.submit} submitting={texts.submitting} note={lastUsed("email", "username")} />
      )}
      {password && canResetPassword && (
        <p className="kh-asides">
          <Link href={link(paths.forgotPassword)}>{texts.forgotPassword}</Link>
        </p>
      )}
      {passkey.isOffered && (
        <PasskeyButton
          kind="quiet"
          action={passkey}
          label={texts.passkey}
          busyLabel={texts.passkeyBusy}
          note={lastUsed("passkey")}
        />
      )}
      {!hasProviders && !password && !passkey.isOffered && !magicLink && !emailCode && !phone && !hasGuests && (
        <p className="kh-soft">{texts.noMethod}</p>
      )}
      <OtherWays offers={offers} to={to} lastUsed={lastUsed} input={input} />
      {canSignUp && (
        <p className="kh-asides">
          {texts.newHere} <Link href={link(paths.signUp)}>{texts.signUp}</Link>
        </p>
      )}
    </Screen>
  );
}

interface OtherWaysProps {
  readonly offers: Offers;
  readonly to: string;
  readonly lastUsed: ReturnType<typeof useLastUsed>;
  readonly input: SignInInput;
}

/** The ways to sign in that have a screen of their own, and the sign-in as a guest: quieter than the ways above. */
function OtherWays({ offers, to, lastUsed, input }: OtherWaysProps): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("signIn", english);
  const isAdding = useIsAdding();
  const link = useLinkTo(to);
  const { magicLink, emailCode, phone, hasGuests } = offers;
  const ways = [
    [magicLink, paths.magicLink, texts.magicLink, "magic-link"],
    [emailCode, paths.emailCode, texts.emailCode, "email-otp"],
    [phone, paths.phoneCode, texts.phone, "phone-number"],
  ] as const;
  return (
    <div className="kh-ways">
      {ways.map(
        ([isOffered, path, label, method]) =>
          isOffered && (
            <Link key={method} className="kh-button kh-quiet" href={link(path)}>
              {label}
              <Note text={lastUsed(method)} />
            </Link>
          ),
      )}
      {hasGuests && !isAdding && <GuestButton to={to} input={input} />}
    </div>
  );
}
