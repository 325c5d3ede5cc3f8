import type { CallError } from "@keyhold/react";
import { useEndSignIn, useLeaveSignedIn, useWantedPath } from "../after-sign-in.js";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { type Offers, useOffers } from "../offers.js";
import { type PasskeyAction, usePasskeySignIn } from "../passkey/use-passkey-sign-in.js";
import { type ProvidersState, useProviders } from "../provider/use-providers.js";
import { common } from "../texts/en/common.js";
import { signIn as english } from "../texts/en/sign-in.js";
import { useTexts } from "../texts/use-texts.js";
import { rememberMeBox } from "./remember-me.js";
import { useChallenge } from "./use-challenge.js";

/** Options of `useSignIn`. */
export interface SignInOptions {
  /** The path after the sign-in. Default: `?redirect=` of the URL, or the home screen. */
  readonly redirectTo?: string | undefined;
  /** The email address or username, if known. */
  readonly identifier?: string | undefined;
  /** The screen stays after the sign-in: `redirectTo` is this screen, which shows the next step. */
  readonly staysHere?: boolean | undefined;
}

/** What every button of a sign-in screen sends. Read at a click, because the user may change the box until then. */
export interface SignInInput {
  /** Whether the box "Keep me signed in" is checked; true without a box. */
  readonly rememberMe: boolean;
}

/** The state of a sign-in screen. */
export interface SignInState {
  /** What the server offers; null: not known yet. */
  readonly offers: Offers | null;
  /** The form for email address or username, and password. */
  readonly form: FormState<"identifier" | "password" | "rememberMe">;
  /** The buttons of providers. */
  readonly providers: ProvidersState;
  /** The button of passkeys. Passkeys in the browser's list below the field are handled without the button. */
  readonly passkey: PasskeyAction;
  /** For a further way to sign in: `client.signIn.anonymous(input)`. */
  readonly input: SignInInput;
}

/**
 * The state and the handlers of a sign-in, without markup. Leaves the screen when the user is signed in, and goes to
 * the second step if the account has one.
 *
 * @example
 * const { form } = useSignIn();
 * <form {...form.formProps}><input {...form.field("identifier").inputProps} /> …</form>
 */
export function useSignIn({ redirectTo, identifier, staysHere = false }: SignInOptions = {}): SignInState {
  const offers = useOffers();
  const to = useWantedPath(redirectTo);
  useLeaveSignedIn(staysHere ? null : to);
  const form = useSignInForm(to, identifier);
  const input: SignInInput = {
    get rememberMe() {
      return form.formProps.ref.current?.rememberMe?.checked ?? true;
    },
  };
  const providers = useProviders({ callbackURL: to, ...(staysHere && { errorPath: to }), input });
  const passkey = usePasskeySignIn({ isOffered: offers?.hasPasskey ?? false, to, input });
  return { offers, form, providers, passkey, input };
}

/** The form for email address or username, and password. */
function useSignInForm(to: string, identifier: string | undefined): SignInState["form"] {
  const { client } = useUI();
  const offers = useOffers();
  const texts = useTexts("signIn", english);
  const shared = useTexts("common", common);
  const endSignIn = useEndSignIn();
  const challenge = useChallenge();
  const hasUsername = offers?.hasUsername ?? false;
  return useForm({
    fields: [
      {
        name: "identifier",
        label: hasUsername ? texts.emailOrUsername : shared.email,
        empty: hasUsername ? texts.emailOrUsernameEmpty : shared.emailEmpty,
        input: {
          type: hasUsername ? "text" : "email",
          autoComplete: offers?.hasPasskey ? "username webauthn" : "username",
          autoCapitalize: "none",
          spellCheck: false,
          defaultValue: identifier,
        },
      },
      {
        name: "password",
        kind: "password",
        label: shared.password,
        empty: shared.passwordEmpty,
        input: { autoComplete: "current-password", autoCapitalize: "none", spellCheck: false },
      },
      rememberMeBox(texts),
    ],
    errorFields: {
      INVALID_EMAIL: "identifier",
      INVALID_EMAIL_OR_PASSWORD: "password",
      INVALID_USERNAME_OR_PASSWORD: "password",
    },
    async send({ identifier: given = "", password = "", rememberMe }): Promise<CallError | null> {
      const name = given.trim();
      const rest = { password, rememberMe: rememberMe === "on" };
      const options = await challenge("sign-in");
      const answer =
        hasUsername && !name.includes("@")
          ? await client.signIn.username({ username: name, ...rest }, options)
          : await client.signIn.email({ email: name, ...rest }, options);
      const error = await endSignIn(answer, to);
      return error?.code.startsWith(neverUsername) ? invalidUsername(texts.invalidUsername, error) : error;
    },
  });
}

/** Rules of new usernames: existing usernames follow them, so the text is not a username. */
const neverUsername = "USERNAME_IS_";

const invalidUsername = (message: string, error: CallError): CallError => ({
  ...error,
  issues: [{ path: "identifier", message } as NonNullable<CallError["issues"]>[number]],
});
