import { type Action, type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { actionsOf } from "./browser/actions.js";
import type { PasskeyAuthenticator } from "./browser/authenticator.js";
import type { CeremonyErrorCode } from "./browser/ceremony.js";
import { clientRoutes } from "./client-routes.js";
import type { PasskeyEndpoints } from "./endpoints.js";
import type { PasskeyErrorCode } from "./errors.js";
import type { Passkey } from "./models.js";
import type { AskingPasskeyTypes, PasskeySession, PasskeyTypes } from "./plugin.js";

// The types in a client's type: an app inferring types from a client can name them.
export type {
  AskingPasskeyTypes,
  CeremonyErrorCode,
  Passkey,
  PasskeyAuthenticator,
  PasskeyEndpoints,
  PasskeyErrorCode,
  PasskeySession,
  PasskeyTypes,
};

/** Input of `client.passkey.addPasskey`. */
export interface AddPasskey {
  /** Default: the name of the password manager or device, if known. */
  readonly name?: string;
  /** "platform": this device; "cross-platform": a security key or a phone. Default: the user chooses. */
  readonly authenticatorAttachment?: "platform" | "cross-platform";
  /** Without a dialog, by the password manager that has just filled in the password. */
  readonly useAutoRegister?: boolean;
}

/** Input of `client.signIn.passkey`. */
export interface PasskeySignIn {
  /**
   * Offers passkeys in the list of the browser below a field with `autocomplete="username webauthn"`, without a dialog.
   */
  readonly autoFill?: boolean;
  /**
   * Whether the session outlives the browser. Read when the user has chosen a passkey, so that a getter can answer what
   * a box on the page says then. A pending sign-in keeps the choice of its beginning. Default true.
   */
  readonly rememberMe?: boolean;
}

/** Input of `client.signUp.passkey`, beside the columns of plugins. */
export interface PasskeySignUp {
  readonly name: string;
  readonly email: string;
  /** The name of the passkey. Default: the name of the password manager or device, if known. */
  readonly passkeyName?: string;
  readonly authenticatorAttachment?: "platform" | "cross-platform";
  readonly callbackURL?: string;
  /** Default true. */
  readonly rememberMe?: boolean;
}

/** `client.signUp.passkey`: it takes the columns of the user, as `client.signUp.email` does. */
export interface PasskeySignUpAction {
  readonly route: PasskeyEndpoints["passkey"]["signUp"]["route"];
  readonly $: Omit<PasskeyEndpoints["passkey"]["signUp"]["$"], "input" | "error"> & {
    readonly input: PasskeySignUp;
    readonly error:
      | PasskeyEndpoints["passkey"]["signUpOptions"]["$"]["error"]
      | PasskeyEndpoints["passkey"]["signUp"]["$"]["error"]
      | CeremonyErrorCode;
  };
}

/** The functions of the client beside its routes. */
export interface PasskeyActions {
  readonly passkey: {
    /** Makes a passkey on a device of the user, and registers it. */
    readonly addPasskey: Action<AddPasskey, PasskeyEndpoints["passkey"]["verifyRegistration"], CeremonyErrorCode>;
    readonly updatePasskey: PasskeyEndpoints["passkey"]["updatePasskey"];
    readonly deletePasskey: PasskeyEndpoints["passkey"]["deletePasskey"];
  };
  readonly signUp: {
    /** Makes a passkey on a device of a new user, and signs the user up with it. */
    readonly passkey: PasskeySignUpAction;
  };
  readonly stepUp: {
    /** Proves a passkey again in the session, e.g. in `onStepUp`. */
    readonly withPasskey: Action<
      Readonly<Record<never, never>>,
      PasskeyEndpoints["stepUp"]["passkey"],
      CeremonyErrorCode
    >;
  };
  readonly signIn: {
    /** Signs in with a passkey, or finishes a pending sign-in with it. */
    readonly passkey: Action<PasskeySignIn, PasskeyEndpoints["passkey"]["verifyAuthentication"], CeremonyErrorCode>;
  };
}

/** The types of the client half. */
export interface PasskeyClientTypes extends PasskeyTypes {
  readonly actions: PasskeyActions;
}

/** The types of the client half with `asSecondFactor`. */
export interface AskingPasskeyClientTypes extends AskingPasskeyTypes {
  readonly actions: PasskeyActions;
}

/** Options of `passkeyClient`. */
export interface PasskeyClientOptions {
  /** As in the options of `passkey()`. Default false. */
  readonly asSecondFactor?: boolean;
  /** The passkeys of a platform that is no browser, e.g. the module `react-native-passkeys`. Default: the browser's. */
  readonly authenticator?: PasskeyAuthenticator;
}

/** A named interface keeps the inferred types of apps short. */
export interface PasskeyClient extends ClientPlugin<PasskeyClientTypes> {}

/** The client plugin with `asSecondFactor`. */
export interface AskingPasskeyClient extends ClientPlugin<AskingPasskeyClientTypes> {}

/**
 * The client plugin for `passkey()`.
 *
 * @param options `asSecondFactor`, as in the options of `passkey()`: sign-ins may then answer `MoreAsked`. `authenticator`:
 * the passkeys of the platform, default: the browser's; e.g. the module `react-native-passkeys`.
 * @example
 * const { data, error } = await client.signIn.passkey();
 */
export function passkeyClient(options: PasskeyClientOptions & { readonly asSecondFactor: true }): AskingPasskeyClient;
export function passkeyClient(options?: PasskeyClientOptions): PasskeyClient;
export function passkeyClient({ authenticator }: PasskeyClientOptions = {}): PasskeyClient {
  return clientPlugin<PasskeyClientTypes>({
    id: "passkey",
    routes: clientRoutes,
    refreshes: { session: ["passkey.verifyAuthentication", "passkey.signUp", "stepUp.passkey"] },
    actions: (calls) => actionsOf(calls, authenticator),
  });
}
