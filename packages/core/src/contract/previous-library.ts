import type { Settings } from "./config.js";

/** What is known of the library that an app comes from. */
export interface PreviousLibrary {
  /** First part of its cookies' names. */
  readonly prefix: string;
  /** The secret that signs its cookies and its links. */
  readonly secret: string;
}

/** The previous library while it runs on the same database: rows and cookies are written as it reads them. Else null. */
export function runningBeside({ cookies }: Pick<Settings, "cookies">): PreviousLibrary | null {
  const { prefix = "", secret, isStillRunning } = cookies.continueFrom ?? {};
  return isStillRunning && secret ? { prefix, secret } : null;
}
