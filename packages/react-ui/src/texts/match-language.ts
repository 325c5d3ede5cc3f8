/**
 * The language that a user prefers, among those that an app has; undefined: English. Works in a server component, too.
 *
 * @param preferred `navigator.languages`, or the header `Accept-Language` (RFC 9110, section 12.5.4)
 * @example <AuthUI client={authClient} texts={matchLanguage(navigator.languages, [german, arabic])}>
 */
export function matchLanguage<Known extends { readonly locale: string }>(
  preferred: readonly string[] | string | null,
  languages: readonly Known[],
): Known | undefined {
  for (const wanted of typeof preferred === "string" ? readHeader(preferred) : (preferred ?? [])) {
    const [base = ""] = wanted.toLowerCase().split("-");
    const found = languages.find(({ locale }) => locale === wanted.toLowerCase() || locale === base);
    if (found || base === "en") return found;
  }
  return undefined;
}

/** "de-AT, en;q=0.8": the names by their weights, highest first. */
const readHeader = (header: string): readonly string[] =>
  header
    .split(",")
    .map((entry) => {
      const [name = "", ...parameters] = entry.trim().split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith("q="));
      return { name, weight: weight ? Number(weight.slice(2)) : 1 };
    })
    .filter(({ name, weight }) => name !== "" && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ name }) => name);
