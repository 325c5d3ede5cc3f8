import type { Language } from "./language.js";

/** A longer header is no browser's. */
const maxLength = 500;

/**
 * The languages of a header `Accept-Language`, the preferred language first (RFC 9110, section 12.5.4). A language with
 * `q=0` is not accepted, and the wildcard names no language.
 */
export const acceptedLanguages = (header: string | null): readonly string[] =>
  (header ?? "")
    .slice(0, maxLength)
    .split(",")
    .map((entry) => {
      const [name = "", ...parameters] = entry.trim().split(/\s*;\s*/);
      const weight = parameters.find((parameter) => /^q=/i.test(parameter));
      return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ name, weight }) => name !== "" && name !== "*" && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ name }) => name);

const traditional = /^zh-(?:.*-)?(?:hant|tw|hk|mo)\b/i;

/**
 * The first wanted language that is there, by RFC 4647, section 3.4: "pt-BR" is found as "pt-br", then as "pt", and "pt"
 * as "pt-BR". Null: English, or no wanted language is there.
 */
export function matchLanguage(wanted: readonly string[], languages: readonly Language[]): Language | null {
  for (const tag of wanted) {
    // Readers of traditional characters get English: in CLDR their languages have no fallback to "zh" either.
    if (traditional.test(tag)) continue;
    const parts = tag.toLowerCase().split("-");
    for (let length = parts.length; length > 0; length -= 1) {
      const range = parts.slice(0, length).join("-");
      const found =
        languages.find(({ locale }) => locale.toLowerCase() === range) ??
        (length === 1 ? languages.find(({ locale }) => locale.toLowerCase().startsWith(`${range}-`)) : undefined);
      if (found) return found;
    }
    if (parts[0] === "en") return null;
  }
  return null;
}
