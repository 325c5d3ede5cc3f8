export type { Language } from "./language/language.js";
export type { DetectedCall, I18nOptions } from "./options.js";
export { type I18nPlugin, type I18nTypes, i18n } from "./plugin.js";
