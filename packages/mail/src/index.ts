export { layout } from "./layout.js";
export { lifetime } from "./lifetime.js";
export { renderLetter, type Template, type Templates } from "./render.js";
export type { AppOf, LetterLink, LetterWords, RenderedLetter } from "./words.js";
