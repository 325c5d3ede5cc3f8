export { type CaptchaErrorCode, captchaErrors } from "./errors.js";
export type { CaptchaEvent } from "./events.js";
export type { CaptchaOptions } from "./options.js";
export { type CaptchaPlugin, type CaptchaTypes, captcha } from "./plugin.js";
export type { CaptchaProvider } from "./verify/providers.js";
