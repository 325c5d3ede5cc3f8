import type { Driver } from "./driver.js";

/** A host that no resolver knows (RFC 2606), for clients that need a URL. The client's error shows the name. */
export const missingHost = "the-url-of-the-database-is-missing.invalid";

/**
 * The driver for a URL that the environment did not give, as in a build: each call throws `ConfigError`. `where` names the
 * factory of the adapter, e.g. "postgres()".
 */
export function missingDriver(where: string): { readonly driver: Driver; readonly missing: readonly string[] } {
  const missing = [`${where} got no URL; is its environment variable set, e.g. DATABASE_URL?`];
  const fail = async (): Promise<never> => {
    // Loaded at the first use: the adapter needs no other part of the core's main entry.
    const { ConfigError } = await import("@keyhold/core");
    throw new ConfigError(missing.map((problem) => `database: ${problem}`));
  };
  const driver: Driver = {
    run: fail,
    transaction: fail,
    shared: fail,
    close: async () => undefined,
    session: { run: fail, alone: fail },
  };
  return { driver, missing };
}
