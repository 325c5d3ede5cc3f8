/** In characters: longer names match by their prefix, and every database can index this length. */
const maxFoldedLength = 100;

/**
 * Letters that Unicode does not decompose, e.g. ligatures and letters with a stroke; and the typographic marks that phones
 * type in place of an apostrophe or a hyphen.
 */
const plain: Readonly<Record<string, string>> = {
  ...{ ı: "i", ł: "l", ø: "o", đ: "d", ħ: "h", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe", ς: "σ" },
  ...{ "‘": "'", "’": "'", ʼ: "'", "‐": "-", "‑": "-", "–": "-" },
};
const plainable = new RegExp(`[${Object.keys(plain).join("")}]`, "gu");

/**
 * The search form of a name: without case, accents, invisible characters and repeated spaces, so that "elo" matches
 * "Éloïse", and "o'b" matches "O’Brien". Decomposed, so that a prefix of a name, even half a Korean syllable, folds to a
 * prefix of the name's folded form.
 */
export function foldName(name: string): string {
  const folded = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\p{DI}]|(?!\s)\p{Cc}/gu, "")
    .replace(/\s+/gu, " ")
    .toLowerCase()
    .replace(plainable, (letter) => plain[letter] ?? letter)
    .trimStart();
  return Array.from(folded).slice(0, maxFoldedLength).join("");
}

/** Stored for a name with an empty folded form, such as a single accent: an empty text means not indexed yet. */
const ofNothing = "\ufffd";

/** The value of the `foldedName` column for a name. */
export const foldedNameOf = (name: string): string => foldName(name) || ofNothing;
