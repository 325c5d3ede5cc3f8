import type { Settings } from "./config.js";

/** The library from which the app migrates. */
export interface PreviousLibrary {
  /** First part of the names of its cookies. */
  readonly prefix: string;
  /** The secret that signs its cookies and its links. */
  readonly secret: string;
}

/**
 * The previous library while it runs on the same database, so that rows and cookies are written in its form. Else null.
 */
export function runningBeside({ cookies }: Pick<Settings, "cookies">): PreviousLibrary | null {
  const { prefix = "", secret, isStillRunning } = cookies.continueFrom ?? {};
  return isStillRunning && secret ? { prefix, secret } : null;
}
