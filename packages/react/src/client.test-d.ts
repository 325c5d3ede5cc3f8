import type { SessionErrorCode, SessionOf } from "@keyhold/client";
import type { CoreEndpoints } from "@keyhold/core/types";
import type { UsernameUser } from "@keyhold/username";
import { usernameClient } from "@keyhold/username/client";
import { createAuthClient } from "./client.js";
import { accountLists } from "./index.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only for `true`. */
declare function holds<Claim extends true>(): Claim;

const plain = createAuthClient({ initialSession: null });
const client = createAuthClient({ plugins: [usernameClient()] });
const listing = createAuthClient({ plugins: [usernameClient(), accountLists()] });
export function useClaims(): void {
  const { data, error, isPending, refetch } = client.useSession();

  holds<Equal<typeof data, typeof client.$.session | null>>();
  holds<Equal<NonNullable<typeof data>["user"]["username"], UsernameUser["username"]>>();
  holds<
    Equal<NonNullable<typeof error>["code"], SessionErrorCode | "NETWORK_ERROR" | "ABORTED" | "UNEXPECTED_RESPONSE">
  >();
  holds<Equal<typeof isPending, boolean>>();
  holds<Equal<ReturnType<typeof refetch>, Promise<void>>>();

  // Without the plugin there are no columns of the plugin.
  holds<Equal<ReturnType<typeof plain.useSession>["data"], SessionOf<readonly []> | null>>();
  // @ts-expect-error the column belongs to a plugin
  plain.useSession().data?.user.username;
  // @ts-expect-error the hook has no input
  client.useSession({ once: true });

  // The stores of a plugin are hooks too, with the output of their endpoints.
  const sessions = listing.useSessions();
  holds<Equal<typeof sessions.data, CoreEndpoints["listSessions"]["$"]["output"] | null>>();
  holds<Equal<ReturnType<typeof listing.useAccounts>["data"], CoreEndpoints["listAccounts"]["$"]["output"] | null>>();
  holds<Equal<NonNullable<typeof sessions.error>["code"], NonNullable<typeof error>["code"]>>();
  holds<Equal<ReturnType<typeof sessions.refetch>, Promise<void>>>();
  // @ts-expect-error the hook belongs to a plugin
  client.useSessions();
}

export function usePluginsInAVariable(): void {
  const plugins = [accountLists(), usernameClient()];
  const listed = createAuthClient({ plugins });
  listed.useSessions().data?.[0]?.token.toUpperCase();
  listed.useSession().data?.user.username?.toUpperCase();
  listed.signIn.username;
  // @ts-expect-error a plugin that the list does not have
  listed.admin;
}
