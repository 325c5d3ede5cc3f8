export type {
  CodeEffect,
  EmailFacts,
  EmailLanguage,
  EndingFacts,
  Facts,
  NoticeFacts,
  NoticeSentences,
  Sentences,
} from "./language/language.js";
export { layout } from "./layout.js";
export { lifetime } from "./lifetime.js";
export { type EmailLanguages, renderEmail, type Template, type Templates } from "./render.js";
export type { AppOf, EmailLink, EmailTexts, RenderedEmail } from "./texts.js";
