import type { FullClient } from "../client.js";
import { useUI } from "../context.js";

/** A session and the user, with the columns of all plugins. */
export type SignedIn = NonNullable<ReturnType<FullClient["useSession"]>["data"]>;

/** The signed-in user, with the columns of all plugins. */
export type SignedInUser = SignedIn["user"];

/** The signed-in user; null: not known yet, or signed out. */
export const useUser = (): SignedInUser | null => useUI().client.useSession().data?.user ?? null;
