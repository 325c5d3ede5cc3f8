import type { CallError } from "@keyhold/client";
import { type FormError, inWords } from "../form/form-error.ts";

/** Texts for the errors of passkeys: of the server, and of the dialog of the browser. */
export const errorTexts: Readonly<Record<string, string>> = {
  CEREMONY_CANCELLED: "The dialog of your browser was closed. Try again when you are ready.",
  CEREMONY_FAILED: "Your device could not do this. Try again, or use another device.",
  PASSKEYS_NOT_SUPPORTED: "This browser has no passkeys. Use a newer one, or another device.",
  PREVIOUSLY_REGISTERED: "This device has a passkey of your account already.",
  TOO_MANY_PASSKEYS: "You have as many passkeys as possible: delete one first.",
  CHALLENGE_NOT_FOUND: "This took too long, or went on in another tab. Try again.",
  FAILED_TO_VERIFY_REGISTRATION: "What your device made cannot be used here. Try another device.",
  AUTHENTICATION_FAILED: "This passkey was not accepted. Try again, or use another way.",
  PASSKEY_NOT_FOUND: "This passkey is not known here any more: it was deleted. Use another way.",
  EMAIL_NOT_VERIFIED: "Confirm your email address first: the link is in an email to you.",
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: "It is your only way in by now, so it stays.",
};

export const sayPasskeyError = (error: CallError): string => errorTexts[error.code] ?? inWords(error);

/** The same for a form, without a field. */
export const errorFields: Readonly<Record<string, FormError>> = Object.fromEntries(
  Object.entries(errorTexts).map(([code, text]) => [code, { field: null, text }]),
);
