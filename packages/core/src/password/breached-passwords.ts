import type { Log } from "../contract/config.js";
import type { PasswordCheck } from "../contract/config-sections.js";
import { coreErrors } from "../contract/errors.js";
import { logWarning } from "../contract/log.js";

/** The options of `breachedPasswords`. */
export interface BreachedPasswordsOptions {
  /**
   * Answers `GET {url}{first five characters of the SHA-1}` with lines of `{the other 35}:{count}`. Default: the API of
   * Have I Been Pwned.
   */
  readonly url?: string;
  /** Default: the platform's. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Default 3,000. */
  readonly timeoutMilliseconds?: number;
  /** The number of breaches from which a password is rejected. Default 1. */
  readonly minCount?: number;
  /** Gets a warning if the list does not answer. Default: `console.warn`. */
  readonly log?: Log;
}

/** A page of the list has about 50 KB. */
const maxPageLength = 1_000_000;

/**
 * Rejects passwords known from a breach, for `emailAndPassword.checkPassword`. Only the first five of the forty
 * characters of the password's SHA-1 leave the process, so the list cannot identify the password. If the list does not
 * answer, the password is accepted and a warning is logged.
 *
 * @example emailAndPassword: { enabled: true, checkPassword: breachedPasswords() }
 */
export function breachedPasswords({
  url = "https://api.pwnedpasswords.com/range/",
  fetch = globalThis.fetch,
  timeoutMilliseconds = 3000,
  minCount = 1,
  log,
}: BreachedPasswordsOptions = {}): PasswordCheck {
  return async (password) => {
    // As it is hashed: letters in another width are the same password.
    const digest = await sha1(password.normalize("NFKC"));
    try {
      const signal = AbortSignal.timeout(timeoutMilliseconds);
      // Padding: the length of the response does not reveal the requested page.
      const headers = { "add-padding": "true" };
      const response = await fetch(`${url}${digest.slice(0, 5)}`, { headers, signal, redirect: "manual" });
      const count = countIn(await readPage(response), digest.slice(5));
      // Padding lines have a count of 0.
      return count >= Math.max(1, minCount) ? coreErrors.PASSWORD_COMPROMISED : null;
    } catch (error) {
      logWarning(log, `The list of breached passwords ${reasonOf(error)}; a password was accepted unchecked.`);
      return null;
    }
  };
}

async function sha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/** The message is written by this library, so the message may be logged. */
class NoAnswer extends Error {}

async function readPage(response: Response): Promise<string> {
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    throw new NoAnswer(`answered ${response.status}`);
  }
  const decoder = new TextDecoder();
  let page = "";
  // Leaving the loop early cancels the stream.
  for await (const chunk of response.body) {
    page += decoder.decode(chunk, { stream: true });
    if (page.length > maxPageLength) throw new NoAnswer("answered more than a megabyte");
  }
  return page;
}

function countIn(page: string, suffix: string): number {
  const line = page.split("\n").find((line) => line.toUpperCase().startsWith(`${suffix}:`));
  return line === undefined ? 0 : Number.parseInt(line.slice(suffix.length + 1), 10);
}

/** Never the message of the platform: that message may contain the requested URL, and so a part of the hash. */
function reasonOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  return error instanceof Error && error.name === "TimeoutError" ? "did not answer in time" : "could not be reached";
}

// Loads the entry points: a compiler names the types of an app by them.
export type {} from "../entries/plugin.js";
