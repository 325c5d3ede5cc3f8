export type { CheckedNumber, CodeService, CodeType, NoticeKind, SentMessage } from "./code/ports.js";
export type { PhoneNumberChangedEmail, PhoneNumberEmail, PhoneNumberRemovedEmail } from "./emails.js";
export type { PhoneNumberEndpoints } from "./endpoints.js";
export { type PhoneNumberErrorCode, phoneNumberErrors } from "./errors.js";
export type { PhoneNumberEvent } from "./events.js";
export type { PhoneNumberHooks } from "./hooks/offers.js";
export type { PhoneNumberSession, PhoneNumberUser } from "./models.js";
export type { PhoneNumberOffer, PhoneNumberOptions } from "./options.js";
export { type PhoneNumberPlugin, type PhoneNumberTypes, phoneNumber } from "./plugin.js";
