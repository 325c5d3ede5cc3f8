/** The query parameter of `verification_uri_complete` (RFC 8628, section 3.3.1). */
export const userCodeName = "user_code";

/** A user code as devices show it, "WDJB-MJHT", of what a user or a URL gives: case, dashes and blanks do not count. */
export function shownUserCode(given: string): string {
  const letters = given.replace(/[^a-z]/gi, "").toUpperCase();
  return letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : "";
}
