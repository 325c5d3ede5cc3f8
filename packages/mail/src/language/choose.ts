import type { EmailLanguage } from "./language.js";

const traditional = /^zh-(?:.*-)?(?:hant|tw|hk|mo)\b/;

/**
 * The first wanted language that is there, by RFC 4647, section 3.4: "pt-BR" is found as "pt-br", then as "pt", and "pt"
 * as "pt-BR". Null: English. Readers of traditional Chinese characters get no simplified ones.
 */
export function chooseLanguage(
  wanted: string | readonly string[] | null,
  languages: readonly EmailLanguage[],
): EmailLanguage | null {
  for (const name of typeof wanted === "string" ? [wanted] : (wanted ?? [])) {
    const tag = name.toLowerCase();
    if (traditional.test(tag)) continue;
    const found = lookUp(tag, languages);
    if (found || /^en\b/.test(tag)) return found;
  }
  return null;
}

function lookUp(tag: string, languages: readonly EmailLanguage[]): EmailLanguage | null {
  const parts = tag.split("-");
  for (let length = parts.length; length > 0; length -= 1) {
    const range = parts.slice(0, length).join("-");
    const found = languages.find(({ locale }) => locale.toLowerCase() === range);
    if (found) return found;
  }
  return languages.find(({ locale }) => locale.toLowerCase().startsWith(`${parts[0]}-`)) ?? null;
}
