export type { CodeType } from "./code/codes.js";
export type { EmailOtpCodeEmail, EmailOtpEmail, EmailOtpUnknownEmail } from "./emails.js";
export type { EmailOtpEndpoints, EmailOtpServerEndpoints } from "./endpoints.js";
export { type EmailOtpErrorCode, emailOtpErrors } from "./errors.js";
export type { EmailOtpOptions } from "./options.js";
export { type EmailOtpPlugin, type EmailOtpTypes, emailOtp } from "./plugin.js";
