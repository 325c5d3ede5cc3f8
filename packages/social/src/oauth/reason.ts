/** What went wrong, as much of it as a log or a developer is told. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "";
  if (thrown.cause instanceof Response && !thrown.cause.ok) return `it answered ${thrown.cause.status}.`;
  const said = thrown.message.slice(0, 200);
  return isOfLibrary(thrown) ? said.replace(/"([a-z_]{1,32})"/g, "`$1`") : said;
}

/**
 * Whether oauth4webapi or jose threw it, which quote the names of claims and parameters. A log takes what is in double
 * quotes for a value, and hides it.
 */
const isOfLibrary = (thrown: Error & { readonly code?: unknown }): boolean =>
  /^(?:OAUTH|ERR_J)/.test(String(thrown.code));
