import type { Answer, ClientCalls } from "@keyhold/client";
import type { Added } from "@keyhold/core/types";
import type { PasskeyActions, PasskeySignIn } from "../client.js";
import type { PasskeyEndpoints } from "../endpoints.js";
import type { PasskeyAuthenticator } from "./authenticator.js";
import { answerOf, cancelled, type Dialog, failed } from "./ceremony.js";
import { signalState, signalUnknown } from "./signals.js";

type Calls = ClientCalls<PasskeyEndpoints, Added>;
type Actions = ClientCalls<PasskeyActions, Added>;
type SignIn = Actions["signIn"]["passkey"];

/** A page that waits for the user's choice in the list of the browser. */
interface Filling {
  readonly answer: ReturnType<SignIn>;
  readonly signal: AbortSignal | undefined;
}

/** What a page asks of the browser before a call of the server. */
interface Supported {
  isConditionalMediationAvailable?(): Promise<boolean>;
  getClientCapabilities?(): Promise<Readonly<Record<string, boolean>>>;
}

interface Asked {
  readonly challenge: string;
  /** Only of a use. */
  readonly rpId?: string;
}

interface Credential {
  readonly id: string;
}

/** The steps of a ceremony: a call, a dialog of the browser, and a call with the answer. */
interface Ceremony<Options extends Asked, Given extends Credential, Data, Code extends string> {
  /** Whether the browser supports the ceremony; default: if it has passkeys. */
  supports?(browser: Supported): Promise<boolean | undefined>;
  readonly ask: () => Promise<Answer<Options, Code>>;
  readonly open: (dialog: Dialog, options: Options) => Promise<Given>;
  readonly send: (response: Given) => Promise<Answer<Data, Code>>;
  /** Ends when the user opens a dialog meanwhile. Default false. */
  readonly yields?: boolean;
}

type Run = ReturnType<typeof runWith>;

/** An authenticator of an app fills in no field, and makes no passkey without a dialog. */
const noExtras: Supported = {};

/** The ceremonies of a page. */
let began = 0;

const runWith =
  (authenticator?: PasskeyAuthenticator) =>
  async <Options extends Asked, Given extends Credential, Data, Code extends string>(
    ceremony: Ceremony<Options, Given, Data, Code>,
  ) => {
    const browser = authenticator
      ? authenticator.isSupported?.() !== false && noExtras
      : (globalThis as { readonly PublicKeyCredential?: Supported }).PublicKeyCredential;
    if (!browser || (ceremony.supports && !(await ceremony.supports(browser).catch(() => false))))
      return failed("PASSKEYS_NOT_SUPPORTED", "Not supported.");
    const own = ++began;
    const asked = await ceremony.ask();
    if (asked.error) return asked;
    // The ceremony would abort the dialog.
    if (ceremony.yields && own !== began) return cancelled();
    const given = await answerOf((dialog) => ceremony.open(dialog, asked.data), authenticator as Dialog | undefined);
    if (given.error) return given;
    const answer = await ceremony.send(given.data);
    if (answer.error?.signal) signalUnknown(asked.data.rpId, given.data.id);
    return answer;
  };

/** The functions of the client that have a dialog of the browser between two calls, or tell the browser of a change. */
export function actionsOf({ passkey, stepUp }: Calls, authenticator?: PasskeyAuthenticator): Actions {
  const run = runWith(authenticator);
  const { updatePasskey, deletePasskey } = passkey;
  /** The call, which then tells password managers of the change. */
  const told =
    <Input, Result extends Answer<unknown>>(call: (input: Input, options?: object) => Promise<Result>) =>
    async (input: Input, options?: object): Promise<Result> => {
      const answer = await call(input, options);
      if (!answer.error) void signalState(passkey.signalOptions);
      return answer;
    };
  return {
    signIn: { passkey: signInWith(run, passkey) },
    signUp: {
      passkey: ({ name, email, authenticatorAttachment, ...rest }, options) =>
        run({
          ask: () => passkey.signUpOptions({ name, email, authenticatorAttachment }, options),
          open: (dialog, asked) => dialog.create(asked, false),
          send: (response) => passkey.signUp({ ...rest, response }, options),
        }),
    },
    stepUp: {
      withPasskey: (_, options) =>
        run({
          ask: () => stepUp.passkeyOptions({}, options),
          open: (dialog, asked) => dialog.get(asked, false, options?.signal),
          send: (response) => stepUp.passkey({ response }, options),
        }),
    },
    passkey: {
      addPasskey: ({ name, useAutoRegister = false, ...rest } = {}, options) =>
        run({
          supports: async (browser) => !useAutoRegister || (await browser.getClientCapabilities?.())?.conditionalCreate,
          ask: () => passkey.generateRegisterOptions({ ...rest, useAutoRegister }, options),
          open: (dialog, asked) => dialog.create(asked, useAutoRegister),
          send: (response) => passkey.verifyRegistration({ response, name }, options),
        }),
      updatePasskey: told(updatePasskey),
      deletePasskey: told(deletePasskey),
    },
  };
}

function signInWith(run: Run, passkey: Calls["passkey"]): SignIn {
  let filling: Filling | null = null;

  const signIn = (input: PasskeySignIn, options: Parameters<SignIn>[1]): ReturnType<SignIn> => {
    const autoFill = input.autoFill === true;
    return run({
      supports: async (browser) => !autoFill || browser.isConditionalMediationAvailable?.(),
      yields: autoFill,
      ask: () => passkey.generateAuthenticateOptions({}, options),
      open: (dialog, asked) => dialog.get(asked, autoFill, options?.signal),
      send: (response) => passkey.verifyAuthentication({ response, rememberMe: input.rememberMe }, options),
    });
  };

  return (input = {}, options) => {
    if (!input.autoFill) return signIn(input, options);
    // A page may render twice: the second call waits for the choice of the first, unless the first was aborted.
    if (filling && !filling.signal?.aborted) return filling.answer;
    const answer = signIn(input, options).finally(() => {
      if (filling?.answer === answer) filling = null;
    });
    filling = { answer, signal: options?.signal };
    return answer;
  };
}
