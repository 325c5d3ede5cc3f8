/** In characters: what is longer is found by its beginning, and every database indexes as much. */
const maxFoldedLength = 100;

/**
 * A name as it is searched: without case, accents, control characters and doubled spaces, so that "elo" finds "Éloïse".
 * Decomposed, so that the beginning of a name, half a Korean syllable too, folds to the beginning of its folded form.
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

/** What is stored for a name that folds to nothing, such as a single accent: an empty text is that of no name yet. */
const ofNothing = "\ufffd";

/** A name as the column has it. */
export const foldedNameOf = (name: string): string => foldName(name) || ofNothing;
