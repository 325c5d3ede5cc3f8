/** In characters: longer names match by their prefix, and every database can index this length. */
const maxFoldedLength = 100;

/**
 * The search form of a name: without case, accents, control characters and repeated spaces, so that "elo" matches
 * "Éloïse". Decomposed, so that a prefix of a name, even half a Korean syllable, folds to a prefix of the name's folded
 * form.
 */
export function foldName(name: string): string {
  const folded = name
    .normalize("NFKD")
    .replace(/\s+/gu, " ")
    .replace(/[\u0300-\u036f]|\p{Cc}/gu, "")
    .toLowerCase()
    .replaceAll("ς", "σ")
    .trimStart();
  return Array.from(folded).slice(0, maxFoldedLength).join("");
}

/** Stored for a name with an empty folded form, such as a single accent: an empty text means not indexed yet. */
const ofNothing = "\ufffd";

/** The value of the `foldedName` column for a name. */
export const foldedNameOf = (name: string): string => foldName(name) || ofNothing;
