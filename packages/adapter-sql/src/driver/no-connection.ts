import { StorageUnavailable } from "@keyhold/core/adapter";

/** What to check if a server does not answer; the cause of the error says which of them. */
export const checkServer = "Check that the server runs, and the host, user, password and database of the URL.";

export const noConnection = (server: string, cause: unknown): StorageUnavailable =>
  new StorageUnavailable(`No connection to ${server}. ${checkServer}`, { cause });
