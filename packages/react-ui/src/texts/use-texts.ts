import { useUI } from "../context.js";
import type { Texts } from "./texts.js";

/** The texts of a section: those of `AuthUI`, over the English ones. A screen names its sections, so that only those are bundled. */
export function useTexts<Section extends keyof Texts>(section: Section, english: Texts[Section]): Texts[Section] {
  const given = useUI().texts[section];
  return given ? { ...english, ...given } : english;
}
