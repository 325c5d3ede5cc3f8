/**
 * Strict follows the contract exactly; tolerant also accepts, and keeps, data of newer versions of the provider's API.
 */
export type Mode = "strict" | "tolerant";

/** @throws TypeError for an unknown mode: parts of the code would treat it as strict and others as tolerant */
export function modeOf({ mode = "strict" }: { readonly mode?: Mode } = {}): Mode {
  if (mode !== "strict" && mode !== "tolerant") throw new TypeError('mode: neither "strict" nor "tolerant".');
  return mode;
}
