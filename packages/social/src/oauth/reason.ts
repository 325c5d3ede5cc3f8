/** The reason of a failure, without secrets, for logs and developers. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "";
  if (thrown.cause instanceof Response && !thrown.cause.ok) return `it answered ${thrown.cause.status}.`;
  const said = thrown.message.slice(0, 200);
  return isOfLibrary(thrown) ? said.replace(/"([a-z_]{1,32})"/g, "`$1`") : said;
}

/**
 * Whether oauth4webapi or jose threw the error. They quote names of claims and parameters, and a log redacts text in
 * double quotes as a value.
 */
const isOfLibrary = (thrown: Error & { readonly code?: unknown }): boolean =>
  /^(?:OAUTH|ERR_J)/.test(String(thrown.code));
