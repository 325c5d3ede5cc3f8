export { layout } from "./layout.js";
export { lifetime } from "./lifetime.js";
export { renderEmail, type Template, type Templates } from "./render.js";
export type { AppOf, EmailLink, EmailTexts, RenderedEmail } from "./texts.js";
