export { languageOfEmail, languagesOfRequest } from "./request/languages.js";
export { type RequestLanguagePlugin, type RequestLanguageTypes, requestLanguage } from "./request/plugin.js";
