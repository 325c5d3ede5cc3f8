import type { ListedAccount, ListedSession, StoreView } from "@keyhold/react";
import { createContext, useContext, useEffect } from "react";
import type { FullClient } from "../client.js";
import { useUI } from "../context.js";

/** Keeps the store of the accounts until `AccountSettings` is left: the sections share one request. */
export const KeepAccounts: ReturnType<typeof createContext<(() => void) | null>> = createContext<(() => void) | null>(
  null,
);

/** The user's accounts: a password and linked providers. All components share one request. */
export function useAccounts(): StoreView<readonly ListedAccount[]> {
  const keep = useContext(KeepAccounts);
  useEffect(() => keep?.(), [keep]);
  return withLists(useUI().client).useAccounts();
}

/** The user's sessions, one for each signed-in browser. All components share one request. */
export const useSessions = (): StoreView<readonly ListedSession[]> => withLists(useUI().client).useSessions();

function withLists(client: FullClient): FullClient {
  if ("useAccounts" in client) return client;
  throw new Error("The client needs the lists: createAuthClient({ plugins: [accountLists()] }) of @keyhold/react.");
}

/** Whether an account is the user's password. */
export const isPassword = ({ providerId }: Pick<ListedAccount, "providerId">): boolean => providerId === "credential";

/** Whether a user has a password. */
export const hasPassword = (accounts: readonly ListedAccount[] | null): boolean => accounts?.some(isPassword) ?? false;
