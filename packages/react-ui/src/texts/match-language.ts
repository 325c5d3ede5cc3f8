const traditional = /^zh-(?:.*-)?(?:hant|tw|hk|mo)\b/;

/**
 * The language that a user prefers, among those that an app has; undefined: English. Works in a server component, too.
 * "de-AT" is found as "de" (RFC 4647, section 3.4). Readers of traditional Chinese characters get no simplified ones.
 *
 * @param preferred `navigator.languages`, or the header `Accept-Language` (RFC 9110, section 12.5.4)
 * @example <AuthUI client={authClient} texts={matchLanguage(navigator.languages, [german, arabic])}>
 */
export function matchLanguage<Known extends { readonly locale: string }>(
  preferred: readonly string[] | string | null,
  languages: readonly Known[],
): Known | undefined {
  for (const wanted of typeof preferred === "string" ? readHeader(preferred) : (preferred ?? [])) {
    const tag = wanted.toLowerCase();
    if (traditional.test(tag)) continue;
    const found = lookUp(tag, languages);
    if (found || /^en\b/.test(tag)) return found;
  }
  return undefined;
}

/** By the whole name, then without its last parts; "pt" is found as "pt-BR". */
function lookUp<Known extends { readonly locale: string }>(
  tag: string,
  languages: readonly Known[],
): Known | undefined {
  const parts = tag.split("-");
  for (let length = parts.length; length > 0; length -= 1) {
    const range = parts.slice(0, length).join("-");
    const found = languages.find(({ locale }) => locale.toLowerCase() === range);
    if (found) return found;
  }
  return languages.find(({ locale }) => locale.toLowerCase().startsWith(`${parts[0]}-`));
}

/** "de-AT, en;q=0.8": the names by their weights, highest first. */
const readHeader = (header: string): readonly string[] =>
  header
    .split(",")
    .map((entry) => {
      const [name = "", ...parameters] = entry.trim().split(/\s*;\s*/);
      const weight = parameters.find((parameter) => /^q=/i.test(parameter));
      return { name, weight: weight ? Number(weight.slice(2)) : 1 };
    })
    .filter(({ name, weight }) => name !== "" && name !== "*" && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ name }) => name);
