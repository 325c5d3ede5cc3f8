import type { Settings } from "./config.js";

/** The library from which the app migrates. */
export interface PreviousLibrary {
  /** First part of the names of the cookies. */
  readonly prefix: string;
  /** The secret that signs cookies and links. */
  readonly secret: string;
}

/**
 * The previous library while it runs on this database, so that rows and cookies are written in the form of that
 * library. Else null.
 */
export function runningBeside({ cookies }: Pick<Settings, "cookies">): PreviousLibrary | null {
  const { prefix = "", secret, isStillRunning } = cookies.continueFrom ?? {};
  return isStillRunning && secret ? { prefix, secret } : null;
}
