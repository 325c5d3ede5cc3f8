// Written by `npm run fix` from the declarations in `routes`: change those instead.
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

/** The calls, each under the name that its URL gives. */
export interface PasskeyEndpoints {
  readonly passkey: {
    /** Deletes a passkey of the caller, except the last way to sign in. */
    readonly deletePasskey: typeof deletePasskey;
    /**
     * The options for `navigator.credentials.get()`, with a challenge for this browser, for five minutes. Passkeys are
     * listed only for a caller with a session or a pending sign-in.
     */
    readonly generateAuthenticateOptions: typeof generateAuthenticateOptions;
    /**
     * The options for `navigator.credentials.create()`, with a challenge for this browser and session, for five
     * minutes.
     */
    readonly generateRegisterOptions: typeof generateRegisterOptions;
    /** The passkeys of the caller, oldest first. */
    readonly listUserPasskeys: typeof listUserPasskeys;
    /** Creates a user whose first way to sign in is the passkey that the browser has made with these options. */
    readonly signUp: typeof signUp;
    /**
     * The options for `navigator.credentials.create()` of a user who signs up with a passkey. They are the same for a
     * taken address.
     */
    readonly signUpOptions: typeof signUpOptions;
    /**
     * What a password manager must know of the caller's passkeys, for the signal methods of `PublicKeyCredential`.
     * `userId` is null for a user who has never registered a passkey here.
     */
    readonly signalOptions: typeof signalOptions;
    /** Renames a passkey of the caller. */
    readonly updatePasskey: typeof updatePasskey;
    /** Signs in with a passkey, or finishes the pending sign-in of its user. */
    readonly verifyAuthentication: typeof verifyAuthentication;
    /** Registers the passkey that the browser has made with these options. */
    readonly verifyRegistration: typeof verifyRegistration;
  };
  readonly stepUp: {
    /**
     * Proves a passkey again in the caller's session: two factors if the device has verified the user, else one. A
     * browser's session gets a new token.
     */
    readonly passkey: typeof stepUpPasskey;
    /**
     * The options for `navigator.credentials.get()` of a proof in the caller's session, with a challenge for this
     * browser and session, for five minutes.
     */
    readonly passkeyOptions: typeof stepUpPasskeyOptions;
  };
}

/** The calls for the app's own server code: no client has them. */
export interface PasskeyServerEndpoints {
  /** The content of `/.well-known/webauthn` at the domain `rpId`: the origins of pages that may use its passkeys. */
  readonly relatedOrigins: typeof relatedOrigins;
}

export const endpoints: PasskeyEndpoints & PasskeyServerEndpoints = {
  passkey: {
    deletePasskey,
    generateAuthenticateOptions,
    generateRegisterOptions,
    listUserPasskeys,
    signUp,
    signUpOptions,
    signalOptions,
    updatePasskey,
    verifyAuthentication,
    verifyRegistration,
  },
  relatedOrigins,
  stepUp: {
    passkey: stepUpPasskey,
    passkeyOptions: stepUpPasskeyOptions,
  },
};
