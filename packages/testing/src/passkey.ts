// An authenticator in software: passkeys without a browser.
export {
  type AuthenticationAnswer,
  type Authenticator,
  type AuthenticatorAnswer,
  type AuthenticatorOptions,
  type CreationOptions,
  createAuthenticator,
  type ForgedAnswer,
  type RegistrationAnswer,
  type RequestOptions,
} from "./passkey/authenticator.js";
export { type Cbor, encodeCbor } from "./passkey/cbor.js";
export { coseKeyOf, type PasskeyAlgorithm } from "./passkey/cose-key.js";
