import type { SessionRow, User } from "../model/models.js";
import type { AuthMethod } from "./auth-method.js";
import type { EmailKind } from "./mail.js";

/** How a user signed in, e.g. "email" or "username". */
export type SignInMethod = string;

/** Why a session ended. */
export type SessionEnd =
  | "signed out"
  /** The browser signed in again, or the token was exchanged for a new token. */
  | "replaced"
  | "expired"
  /** An app used a token that a new token had replaced: two clients have the replaced token. */
  | "token reused"
  /** The oldest session: a new session exceeded `session.maxSessionsPerUser`. */
  | "too many sessions"
  /** By the user, from another session. */
  | "revoked"
  /** By the app, through a server-side call. */
  | "revoked by operator"
  | "password changed"
  | "password reset"
  /**
   * A second factor was enabled, disabled or reset, or the backup codes were renewed; or the user must have a factor
   * now.
   */
  | "factors changed"
  /** The owner of the earlier address has undone a change of address. */
  | "email change undone"
  | "user deleted"
  /** The owner of the address has verified the address; the creator of the account never had. */
  | "taken over";

/** The origin of a call. */
interface From {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** Every event of core: for the audit log, the emails and the metrics of an app. `U`: the user with the columns of an app. */
export type CoreEvent<U = User> =
  | { readonly type: "user.created"; readonly user: U }
  /** `changed`: the columns, e.g. ["name"]. */
  | { readonly type: "user.updated"; readonly user: U; readonly changed: readonly string[] }
  | { readonly type: "user.deleted"; readonly user: U }
  | { readonly type: "user.deletion-requested"; readonly user: U }
  | { readonly type: "email.verified"; readonly user: U }
  | { readonly type: "email.change-requested"; readonly user: U; readonly newEmail: string }
  | { readonly type: "email.changed"; readonly user: U; readonly oldEmail: string }
  /** A changed address recovers the account until the new address is confirmed. `user`: before the change. */
  | { readonly type: "email.held"; readonly user: U }
  /** An earlier address is the user's again: by the link, a reset, or in a session. */
  | { readonly type: "email.change-undone"; readonly user: U; readonly undoneEmail: string }
  | { readonly type: "password.changed"; readonly user: U; readonly by: "change" | "reset" | "set" }
  | { readonly type: "password.reset-requested"; readonly user: U }
  /** A password was hashed again because the hash was of another recipe. */
  | { readonly type: "password.rehashed"; readonly userId: string }
  /** An unauthenticated client tried to sign up with an address that already has an account. */
  | ({ readonly type: "sign-up.repeated"; readonly user: U } & From)
  | {
      readonly type: "session.created";
      readonly session: SessionRow;
      readonly user: U;
      readonly method: SignInMethod;
      /** Whether the sign-up opened the session. */
      readonly isNewUser: boolean;
      /** Wrong passwords for this user before this right password, as far back as they are counted. */
      readonly wrongPasswordsBefore: number;
    }
  | { readonly type: "session.refreshed"; readonly session: SessionRow }
  /** The user gave a proof in a session, e.g. the password again. `methods`: see `AuthMethod`; "mfa" is a second factor. */
  | ({
      readonly type: "session.re-authenticated";
      readonly userId: string;
      readonly sessionId: string;
      readonly methods: readonly AuthMethod[];
    } & From)
  | {
      readonly type: "session.ended";
      readonly userId: string;
      readonly sessionId: string;
      readonly reason: SessionEnd;
      /** The app of the session, from `session.bearer.clients`: for a silent push. */
      readonly clientId?: string;
    }
  | ({
      readonly type: "sign-in.failed";
      readonly method: SignInMethod;
      /** Null if no user has the given name or address. */
      readonly userId: string | null;
      readonly reason: "wrong password" | "email not verified" | "too many wrong passwords";
    } & From)
  /** More is asked before a session is opened, e.g. a second factor. `factors`: the methods to choose from. */
  | ({
      readonly type: "sign-in.asked";
      readonly userId: string;
      readonly method: SignInMethod;
      readonly factors: readonly string[];
    } & From)
  | {
      readonly type: "account.linked";
      readonly userId: string;
      readonly providerId: string;
      readonly accountId: string;
    }
  | {
      readonly type: "account.unlinked";
      readonly userId: string;
      readonly providerId: string;
      readonly accountId: string;
    }
  | ({
      /** An OAuth callback, or a sign-in with an ID token of a provider, failed. */
      readonly type: "social.failed";
      readonly providerId: string;
      /** Null if the purpose is not known. */
      readonly purpose: "sign-in" | "link" | "step-up" | null;
      /** E.g. "account_not_linked", or the error code of the provider. */
      readonly code: string;
      /** The cause in a sentence, for the administrator of the app. */
      readonly explanation: string;
    } & From)
  /**
   * `route`: the declared route, e.g. "POST /sign-in/email". Emitted once per window: a flood of requests causes no
   * flood of events.
   */
  | ({ readonly type: "rate-limit.exceeded"; readonly route: string } & From)
  /** Half of the emails of `rateLimit.emailsPerApp` were sent in this window; `isReached`: all of them. */
  | { readonly type: "email.ceiling"; readonly count: number; readonly max: number; readonly isReached: boolean }
  /** `userId`: null if no user may have the recipient's address. */
  | { readonly type: "email.failed"; readonly kind: EmailKind; readonly userId: string | null }
  /**
   * The outbox has given an entry up: see `auth.api.listOutbox` and `auth.api.retryOutboxEntry`. `error`: the message of
   * the last failure.
   */
  | {
      readonly type: "outbox.failed";
      readonly id: string;
      readonly kind: string;
      readonly key: string;
      readonly owner: string | null;
      readonly attempts: number;
      readonly error: string;
    }
  /** The secondary storage did not answer; the database was used instead. */
  | { readonly type: "secondary-storage.failed"; readonly storage: string };

/** An event of a plugin, e.g. "organization.created". */
export interface PluginEvent {
  readonly type: `${string}.${string}`;
}

/** Runs after commit. A listener cannot stop the operation. An error is logged and changes no response. */
export type EventListener<Event = CoreEvent> = (event: Event) => void | Promise<void>;

/** A plugin's listener gets the events of other plugins, too, and knows the events of core by their types. */
export type PluginEventListener = EventListener<CoreEvent>;
