import * as z from "./schema.js";

/**
 * The answer of a sign-in of which more is asked: no session is open yet. The names are those of the field's clients.
 * Only an auth with a plugin that asks answers with it.
 */
export interface MoreAsked {
  readonly twoFactorRedirect: true;
  /** The methods that this user can choose from, e.g. ["totp", "backup-code"]. */
  readonly twoFactorMethods: readonly string[];
  /**
   * A recovery without a second factor is running: when the recovery could be finished. Any right factor ends the
   * recovery.
   */
  readonly recoveryEndsAt?: Date | undefined;
}

/** The schema of a `MoreAsked`. */
export const moreAsked: z.Schema<MoreAsked> = z
  .object({
    twoFactorRedirect: z.literal(true),
    twoFactorMethods: z.array(z.string()),
    recoveryEndsAt: z.date().optional(),
  })
  .meta({ id: "MoreAsked" });

/**
 * What a plugin writes to the account at a sign-in, e.g. a linked account: kept in the pending sign-in until all that is
 * asked is given.
 */
export interface KeptWrites {
  /** The id of the plugin. */
  readonly plugin: string;
  /** Stored as JSON. */
  readonly data: unknown;
}

/**
 * Nothing more is asked: the hook has found a proof that the browser carries, and renews the cookies, or it sets a cookie
 * with every session that a sign-in opens.
 */
export interface Pass {
  /** Complete `Set-Cookie` lines, sent with the session. */
  readonly cookies: readonly string[];
}

/** What a hook at "session.ask" wants proven before a session is opened. */
export interface Ask {
  /** The methods that this user can choose from, most convenient first. */
  readonly methods: readonly string[];
  /** The page of the app that asks, a path or a URL of the app. */
  readonly page: string;
  /** A recovery of the user is running: see `MoreAsked`. */
  readonly recoveryEndsAt?: Date;
}
