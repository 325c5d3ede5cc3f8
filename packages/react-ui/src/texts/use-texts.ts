import { useUI } from "../context.js";
import type { Texts } from "./texts.js";

/**
 * The texts of a section: the texts of `AuthUI`, over the English texts. A screen names its sections, so that no others
 * are bundled.
 */
export function useTexts<Section extends keyof Texts>(section: Section, english: Texts[Section]): Texts[Section] {
  const given = useUI().texts[section];
  return given ? { ...english, ...given } : english;
}
