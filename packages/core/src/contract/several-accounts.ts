import type { SessionRow, User } from "../model/models.js";
import type { ActivatedSession } from "../session/several.js";
import type { Caller, Context, HookContext } from "./context.js";
import type { AddedColumns, HookTypes } from "./hooks.js";
import type { PluginTypes } from "./plugin-types.js";

/** The hooks of a browser with sessions of several accounts. */
export interface SeveralAccountsHooks<Types extends HookTypes = PluginTypes> {
  /**
   * Called before a session is opened in a browser that may have sessions of several accounts, but not for an
   * administrator who acts in the user's place. Keeps the browser's session of another user, or answers undefined:
   * then that session ends.
   */
  readonly "session.join": (
    opening: {
      readonly user: User & Types["user"];
      /** The browser's present session of another user: `parkSession` keeps it. Else null. */
      readonly other: SessionRow | null;
      /** The ids of the sessions with which the new session ends: they must stay. */
      readonly comesFrom: readonly string[];
      readonly isRemembered: boolean;
      readonly caller: Caller;
    },
    ctx: HookContext,
  ) => JoinedSession | undefined | Promise<JoinedSession | undefined>;
  /**
   * Called by get-session if the browser's session has ended, and by a sign-out of the active account alone: answers with
   * another session of the browser, made active by `activateSession`, or null.
   */
  readonly "session.next": (caller: Caller, ctx: Context) => ActivatedSession | null | Promise<ActivatedSession | null>;
  /**
   * Called when a session gets a new token after a change of the account, e.g. with a new proof: gives the browser a new
   * key for its sessions, and answers cookies.
   */
  readonly "session.rotate": (
    session: SessionRow,
    caller: Caller,
    ctx: HookContext,
  ) => readonly string[] | Promise<readonly string[]>;
  /** Called after a sign-out has ended the browser's session: ends the other sessions of the browser, and answers cookies. */
  readonly "sign-out": (caller: Caller, ctx: Context) => readonly string[] | Promise<readonly string[]>;
}

/** The place of a new session in a browser with several accounts. */
export interface JoinedSession {
  /** Columns that plugins added to the session. */
  readonly columns: AddedColumns;
  readonly cookies: readonly string[];
}
