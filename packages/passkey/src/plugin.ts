import { definePlugin, type OutputColumns, type Plugin, type PluginTypes, proofColumns } from "@keyhold/core/plugin";
import type { PasskeyEmail } from "./emails.js";
import { type PasskeyErrorCode, passkeyErrors } from "./errors.js";
import type { PasskeyEvent } from "./events.js";
import { rulesOf } from "./hooks.js";
import { passkeyModel, userColumns } from "./models.js";
import { type PasskeyOptions, passkeyOptions } from "./options.js";
import { deletePasskey } from "./routes/delete-passkey.js";
import { generateAuthenticateOptions } from "./routes/generate-authenticate-options.js";
import { generateRegisterOptions } from "./routes/generate-register-options.js";
import { listUserPasskeys } from "./routes/list-user-passkeys.js";
import { relatedOrigins } from "./routes/related-origins.js";
import { signUp } from "./routes/sign-up.js";
import { signUpOptions } from "./routes/sign-up-options.js";
import { signalOptions } from "./routes/signal-options.js";
import { stepUpPasskey } from "./routes/step-up/passkey.js";
import { stepUpPasskeyOptions } from "./routes/step-up/passkey-options.js";
import { updatePasskey } from "./routes/update-passkey.js";
import { verifyAuthentication } from "./routes/verify-authentication.js";
import { verifyRegistration } from "./routes/verify-registration.js";

/** The endpoints of this plugin. */
export interface PasskeyEndpoints {
  readonly passkey: {
    /**
     * The options for `navigator.credentials.create()`, with a challenge for this browser and session, for five
     * minutes.
     */
    readonly generateRegisterOptions: typeof generateRegisterOptions;
    /** Registers the passkey that the browser has made with these options. */
    readonly verifyRegistration: typeof verifyRegistration;
    /**
     * The options for `navigator.credentials.get()`, with a challenge for this browser, for five minutes. Passkeys
     * are listed only for a caller with a session or a pending sign-in.
     */
    readonly generateAuthenticateOptions: typeof generateAuthenticateOptions;
    /** Signs in with a passkey, or finishes the pending sign-in of its user. */
    readonly verifyAuthentication: typeof verifyAuthentication;
    /** The passkeys of the caller, oldest first. */
    readonly listUserPasskeys: typeof listUserPasskeys;
    /** Renames a passkey of the caller. */
    readonly updatePasskey: typeof updatePasskey;
    /** Deletes a passkey of the caller, except the last way to sign in. */
    readonly deletePasskey: typeof deletePasskey;
    /**
     * What a password manager must know of the caller's passkeys, for the signal methods of `PublicKeyCredential`.
     * `userId` is null for a user who has never registered a passkey here.
     */
    readonly signalOptions: typeof signalOptions;
    /**
     * The options for `navigator.credentials.create()` of a user who signs up with a passkey. They are the same for a
     * taken address.
     */
    readonly signUpOptions: typeof signUpOptions;
    /** Creates a user whose first way to sign in is the passkey that the browser has made with these options. */
    readonly signUp: typeof signUp;
  };
  readonly stepUp: {
    /**
     * The options for `navigator.credentials.get()` of a proof in the caller's session, with a challenge for this
     * browser and session, for five minutes.
     */
    readonly passkeyOptions: typeof stepUpPasskeyOptions;
    /**
     * Proves a passkey again in the caller's session: two factors if the device has verified the user, else one. A
     * browser's session gets a new token.
     */
    readonly passkey: typeof stepUpPasskey;
  };
}

/** The endpoints for the app's own server code. */
export interface PasskeyServerEndpoints {
  /** The content of `/.well-known/webauthn` at the domain `rpId`: the origins of pages that may use its passkeys. */
  readonly relatedOrigins: typeof relatedOrigins;
}

/** The columns of the session in answers. */
export interface PasskeySession extends OutputColumns<typeof proofColumns> {}

/** The types of both halves. */
export interface PasskeyTypes extends PluginTypes {
  readonly endpoints: PasskeyEndpoints;
  readonly serverEndpoints: PasskeyServerEndpoints;
  readonly session: PasskeySession;
  readonly errorCode: PasskeyErrorCode;
  readonly event: PasskeyEvent;
  readonly email: PasskeyEmail;
  readonly publicOptions: { readonly passkey: { readonly signUp: boolean } };
}

/** The types with `asSecondFactor`: every sign-in may answer `MoreAsked`. */
export interface AskingPasskeyTypes extends PasskeyTypes {
  readonly asksMore: true;
}

/** A named interface keeps the inferred types of apps short. */
export interface PasskeyPlugin extends Plugin<PasskeyTypes> {}

/** The plugin with `asSecondFactor`. */
export interface AskingPasskeyPlugin extends Plugin<AskingPasskeyTypes> {}

/**
 * Signs in with passkeys (WebAuthn): keys on a user's devices, which no page of another domain can use.
 *
 * @param given options; see `PasskeyOptions` for their defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [passkey({ rpId: "example.com" })] })
 */
export function passkey(given: Partial<PasskeyOptions> & { readonly asSecondFactor: true }): AskingPasskeyPlugin;
export function passkey(given?: Partial<PasskeyOptions>): PasskeyPlugin;
export function passkey(given: Partial<PasskeyOptions> = {}): PasskeyPlugin {
  const { options, configErrors } = passkeyOptions.read(given);
  return definePlugin<PasskeyTypes>({
    id: "passkey",
    options,
    errors: passkeyErrors,
    stateCookies: ["passkey"],
    models: [passkeyModel],
    extends: { user: { columns: userColumns }, session: { columns: proofColumns } },
    endpoints: {
      passkey: {
        generateRegisterOptions,
        verifyRegistration,
        generateAuthenticateOptions,
        verifyAuthentication,
        listUserPasskeys,
        updatePasskey,
        deletePasskey,
        signalOptions,
        signUpOptions,
        signUp,
      },
      stepUp: { passkeyOptions: stepUpPasskeyOptions, passkey: stepUpPasskey },
      relatedOrigins,
    },
    hooks: { ...rulesOf(options), "public-options": () => ({ passkey: { signUp: options.signUp } }) },
    configErrors,
  });
}
