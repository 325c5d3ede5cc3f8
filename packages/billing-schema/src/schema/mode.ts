/** Strict holds the contract to the letter; tolerant also takes, and keeps, what a newer version of the provider's API sends. */
export type Mode = "strict" | "tolerant";

/** @throws TypeError for a mode that there is none of: as neither it would be half of both */
export function modeOf({ mode = "strict" }: { readonly mode?: Mode } = {}): Mode {
  if (mode !== "strict" && mode !== "tolerant") throw new TypeError('mode: neither "strict" nor "tolerant".');
  return mode;
}
