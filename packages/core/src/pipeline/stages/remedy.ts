import type { Context } from "../../contract/context.js";
import { isAuthError } from "../../contract/errors.js";
import type { Route } from "../../startup/define-auth.js";

/** Logs what to change in the config, if an error has such a remedy. */
export function adviseRemedy(
  { advise, errors }: Pick<Context, "advise" | "errors">,
  { endpoint }: Pick<Route, "endpoint">,
  thrown: unknown,
): void {
  const remedy = isAuthError(thrown) && errors.get(thrown.code)?.remedy;
  if (remedy) advise(thrown.code, `${endpoint.route} was answered ${thrown.status} ${thrown.code}. ${remedy}`);
}
