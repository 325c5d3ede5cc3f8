import type { Log } from "../../contract/config.js";
import { commonErrors, coreErrors, isAuthError } from "../../contract/errors.js";
import { logFailure } from "../../contract/log.js";
import type { Route } from "../../startup/define-auth.js";

/**
 * Logs an error that the endpoint fails with and does not list, so that a typed client does not know the code. The
 * error of another catalogue is a hook's, which no endpoint can list.
 */
export function reportUnlisted(log: Log | undefined, { endpoint, from, catalogue }: Route, thrown: unknown): void {
  if (!isAuthError(thrown)) return;
  const { code } = thrown;
  if (endpoint.errors.includes(code) || Object.hasOwn(commonErrors, code)) return;
  if (!Object.hasOwn(coreErrors, code) && !Object.hasOwn(catalogue, code)) return;
  const message = `${endpoint.route} of "${from}" failed with ${code}, which its \`errors\` do not list.`;
  logFailure(log, message, thrown);
}
