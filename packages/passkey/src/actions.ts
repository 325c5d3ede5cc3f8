import type { ClientCalls } from "@keyhold/client";
import type { Added } from "@keyhold/core/types";
import { create, failed, get } from "./ceremony.js";
import type { PasskeyActions } from "./client.js";
import type { PasskeyEndpoints } from "./plugin.js";
import { signalState, signalUnknown } from "./signals.js";

type Calls = ClientCalls<PasskeyEndpoints, Added>;
type Actions = ClientCalls<PasskeyActions, Added>;
type SignIn = Actions["signIn"]["passkey"];

/** A page that waits for the user's choice in the list of the browser. */
interface Filling {
  readonly answer: ReturnType<SignIn>;
  readonly signal: AbortSignal | undefined;
}

/** What a page asks of the browser before it calls the server. */
interface Supported {
  isConditionalMediationAvailable?(): Promise<boolean>;
  getClientCapabilities?(): Promise<Readonly<Record<string, boolean>>>;
}

const passkeysOfBrowser = (): Supported | undefined =>
  (globalThis as { readonly PublicKeyCredential?: Supported }).PublicKeyCredential;

const unsupported = failed("PASSKEYS_NOT_SUPPORTED", "This browser has no passkeys, or not of this kind.");

/** The functions of the client that have a dialog of the browser between two calls, or tell it of a change. */
export function actionsOf({ passkey, stepUp }: Calls): Actions {
  const { updatePasskey, deletePasskey } = passkey;
  const readState = () => passkey.signalOptions({}, { retry: 0 });
  const ceremonies: Ceremonies = { began: 0 };
  return {
    signIn: { passkey: signInWith(passkey, ceremonies) },
    signUp: {
      async passkey({ name, email, authenticatorAttachment, ...rest }, options) {
        if (!passkeysOfBrowser()) return unsupported;
        ceremonies.began += 1;
        const asked = await passkey.signUpOptions({ name, email, authenticatorAttachment }, options);
        if (asked.error) return asked;
        const made = await create(asked.data, false);
        return made.error ? made : passkey.signUp({ ...rest, response: made.data }, options);
      },
    },
    stepUp: {
      async withPasskey(_, options) {
        if (!passkeysOfBrowser()) return unsupported;
        ceremonies.began += 1;
        const asked = await stepUp.passkeyOptions({}, options);
        if (asked.error) return asked;
        const given = await get(asked.data, { isAutofill: false, signal: options?.signal });
        return given.error ? given : stepUp.passkey({ response: given.data }, options);
      },
    },
    passkey: {
      async addPasskey({ name, authenticatorAttachment, useAutoRegister = false } = {}, options) {
        const browser = passkeysOfBrowser();
        const capabilities = useAutoRegister ? await browser?.getClientCapabilities?.() : null;
        if (!browser || (useAutoRegister && !capabilities?.conditionalCreate)) return unsupported;
        ceremonies.began += 1;
        const input = { authenticatorAttachment, useAutoRegister: useAutoRegister || undefined };
        const asked = await passkey.generateRegisterOptions(input, options);
        if (asked.error) return asked;
        const made = await create(asked.data, useAutoRegister);
        return made.error ? made : passkey.verifyRegistration({ response: made.data, name }, options);
      },
      async updatePasskey(input, options) {
        const answer = await updatePasskey(input, options);
        if (!answer.error) void signalState(readState);
        return answer;
      },
      async deletePasskey(input, options) {
        const answer = await deletePasskey(input, options);
        if (!answer.error) void signalState(readState);
        return answer;
      },
    },
  };
}

/** How many ceremonies have begun in this page. */
interface Ceremonies {
  began: number;
}

function signInWith(passkey: Calls["passkey"], ceremonies: Ceremonies): SignIn {
  let filling: Filling | null = null;

  const signIn = async (isAutofill: boolean, options: Parameters<SignIn>[1]): ReturnType<SignIn> => {
    const browser = passkeysOfBrowser();
    if (!browser || (isAutofill && !(await browser.isConditionalMediationAvailable?.()))) return unsupported;
    ceremonies.began += 1;
    const own = ceremonies.began;
    const asked = await passkey.generateAuthenticateOptions({}, options);
    if (asked.error) return asked;
    // It would abort the dialog that the user has opened meanwhile.
    if (isAutofill && own !== ceremonies.began) return failed("CEREMONY_CANCELLED", "Another ceremony began.");
    const given = await get(asked.data, { isAutofill, signal: options?.signal });
    if (given.error) return given;
    const answer = await passkey.verifyAuthentication({ response: given.data }, options);
    if (answer.error?.signal) signalUnknown(asked.data.rpId, given.data.id);
    return answer;
  };

  /** A page may render twice: the second call waits for the same choice, unless the first one was aborted. */
  const fill = (options: Parameters<SignIn>[1]): ReturnType<SignIn> => {
    if (filling && !filling.signal?.aborted) return filling.answer;
    const answer = signIn(true, options).finally(() => {
      if (filling?.answer === answer) filling = null;
    });
    filling = { answer, signal: options?.signal };
    return answer;
  };

  return ({ autoFill = false } = {}, options) => (autoFill ? fill(options) : signIn(false, options));
}
