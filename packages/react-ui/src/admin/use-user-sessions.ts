import { useUI } from "../context.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { type Reading, useRead } from "../lists/use-read.js";
import { admin as english } from "../texts/en/admin.js";
import { useTexts } from "../texts/use-texts.js";
import { useAdminRights } from "./rights.js";
import type { ManagedSession, ManagedUser } from "./types.js";

/** The sessions of a user. */
export interface UserSessionsState extends ActionState {
  readonly sessions: Reading<{ readonly sessions: readonly ManagedSession[] }>;
  /** Whether the administrator may end them. */
  readonly canEnd: boolean;
  /** True after a success. `busy` is the id during the call. `done`: the text after a success. */
  readonly end: (session: ManagedSession, done: string) => Promise<boolean>;
  /** `busy` is "all" during the call. */
  readonly endAll: () => Promise<boolean>;
}

/**
 * The sessions of a user, without markup.
 *
 * @example const { sessions, endAll } = useUserSessions(user);
 */
export function useUserSessions({ id: userId, banned }: ManagedUser): UserSessionsState {
  const { client } = useUI();
  const texts = useTexts("admin", english);
  const rights = useAdminRights();
  const isOwn = client.useSession().data?.user.id === userId;
  const { run, ...action } = useAction();
  // A ban ends all sessions.
  const sessions = useRead(`${userId} ${banned}`, (signal) => client.admin.listUserSessions({ userId }, { signal }));

  async function finish(isDone: boolean): Promise<boolean> {
    await sessions.refetch();
    return isDone;
  }

  return {
    ...action,
    sessions,
    canEnd: !isOwn && rights.can({ session: ["revoke"] }),
    end: async ({ id: sessionId }, done) =>
      finish(
        await run(sessionId, {
          call: async () => (await client.admin.revokeUserSession({ sessionId })).error,
          done,
          errors: texts.codes,
        }),
      ),
    endAll: async () =>
      finish(
        await run("all", {
          call: async () => (await client.admin.revokeUserSessions({ userId })).error,
          done: texts.signedOutAll,
          errors: texts.codes,
        }),
      ),
  };
}
