/**
 * The characters that change the text direction until their end: embeddings, overrides and isolates (Unicode Standard
 * Annex 9). The marks U+200E, U+200F and U+061C affect a single place, and names of Hebrew and Arabic need them.
 */
const directions = /[\u202A-\u202E\u2066-\u2069]/g;

/** Text that cannot change the order in which later text is shown. */
export const withoutDirections = (text: string): string => text.replace(directions, "");
