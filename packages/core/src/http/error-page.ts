import { escapeHtml } from "./escape.js";
import { htmlPage } from "./html-page.js";

/** An error from the query of a link; an attacker may have written the link. */
export interface ShownError {
  readonly code: string | undefined;
  /** A sentence, e.g. of a provider. */
  readonly description: string | undefined;
}

const longest = 200;

/** What a person does about a link of an email that has no page of the app. */
const signInFirst = "Please sign in first, and then open this link again.";
const remedies: ReadonlyMap<string, string> = new Map([
  ["unauthorized", signInFirst],
  ["failed_to_get_user_info", signInFirst],
  ["token_expired", "This link has expired. Please ask for a new one."],
  ["invalid_token", "This link is not valid any more. Please ask for a new one."],
]);

/** The page after a failure in a redirect, e.g. at a provider. `home`: the URL of the app. */
export function errorPage({ code, description }: ShownError, home: string): string {
  const shownCode = (code ?? "").slice(0, longest).replace(/[^A-Za-z0-9_-]/g, "") || "unknown";
  const sentence = tidy(description ?? "");
  const quoted = sentence && `\n<p>It came with this message:</p>\n<blockquote>${escapeHtml(sentence)}</blockquote>`;
  return htmlPage(
    "Something went wrong",
    `<p>${remedies.get(shownCode.toLowerCase()) ?? "Please go back and try again. If it keeps happening, tell us this code."}</p>
<p>Error code: <code id="errorCode">${shownCode}</code></p>${quoted}
<a href="${escapeHtml(home)}">Return to Application</a>`,
  );
}

/** Text on a single line, without control characters and without characters that change the text direction. */
const tidy = (text: string): string =>
  text
    .slice(0, longest)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
