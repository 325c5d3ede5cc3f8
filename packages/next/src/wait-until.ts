import { after } from "next/server.js";

/**
 * Keeps the platform awake for emails and listeners, by `after()` of Next.js. Outside of a request, e.g. in a script,
 * the process waits anyway.
 *
 * @example createAuth({ ...config, waitUntil });
 */
export function waitUntil(work: Promise<unknown>): void {
  try {
    after(work);
  } catch {
    // Thrown outside of a request.
  }
}
