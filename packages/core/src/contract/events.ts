import type { SessionRow, User } from "../model/models.js";
import type { EmailKind } from "./mail.js";

/** How somebody signed in, e.g. "email" or "username". */
export type SignInMethod = string;

/** Why a session is no more. */
export type SessionEnd =
  | "signed out"
  /** The same browser signed in again, or its token was exchanged for a new one. */
  | "replaced"
  | "expired"
  /** It was the oldest, and a new one would have been more than `session.maxSessionsPerUser`. */
  | "too many sessions"
  /** By the person, at one of their other sessions. */
  | "revoked"
  /** By the app, through a server call. */
  | "revoked by operator"
  | "password changed"
  | "password reset"
  | "user deleted"
  /** Somebody else has shown the address to be theirs, which the one who made the account never had. */
  | "taken over";

/** Where a call came from. */
interface From {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** Every result that an app may want to know: for its audit log, its mails, its figures. */
export type CoreEvent =
  | { readonly type: "user.created"; readonly user: User }
  /** `changed`: the columns, e.g. ["name"]. */
  | { readonly type: "user.updated"; readonly user: User; readonly changed: readonly string[] }
  | { readonly type: "user.deleted"; readonly user: User }
  | { readonly type: "user.deletion-requested"; readonly user: User }
  | { readonly type: "email.verified"; readonly user: User }
  | { readonly type: "email.change-requested"; readonly user: User; readonly newEmail: string }
  | { readonly type: "email.changed"; readonly user: User; readonly oldEmail: string }
  | { readonly type: "password.changed"; readonly user: User; readonly by: "change" | "reset" | "set" }
  | { readonly type: "password.reset-requested"; readonly user: User }
  /** A password was hashed again because its hash was of another recipe. */
  | { readonly type: "password.rehashed"; readonly userId: string }
  /** Somebody tried to sign up with an address that has an account. */
  | ({ readonly type: "sign-up.repeated"; readonly user: User } & From)
  | {
      readonly type: "session.created";
      readonly session: SessionRow;
      readonly user: User;
      readonly method: SignInMethod;
      /** It came with the sign-up. */
      readonly isNewUser: boolean;
      /** Wrong passwords for this person before this right one, as far back as they are counted. */
      readonly wrongPasswordsBefore: number;
    }
  | { readonly type: "session.refreshed"; readonly session: SessionRow }
  /** The user gave their password again, so that the session is fresh. */
  | ({ readonly type: "session.re-authenticated"; readonly userId: string; readonly sessionId: string } & From)
  | {
      readonly type: "session.ended";
      readonly userId: string;
      readonly sessionId: string;
      readonly reason: SessionEnd;
    }
  | ({
      readonly type: "sign-in.failed";
      readonly method: SignInMethod;
      /** Null when nobody has the name or address that was given. */
      readonly userId: string | null;
      readonly reason: "wrong password" | "email not verified" | "too many wrong passwords";
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
      /** Somebody came back from a provider, or with an ID token of one, and was not let in. */
      readonly type: "social.refused";
      readonly providerId: string;
      /** Null when it is not known what they came for. */
      readonly purpose: "sign-in" | "link" | null;
      /** E.g. "account_not_linked", or what the provider called it. */
      readonly code: string;
      /** The cause in one sentence, for whoever looks after the app. */
      readonly explanation: string;
    } & From)
  /** `route`: its declaration, e.g. "POST /sign-in/email". Told once per window: a flood of requests is none of events. */
  | ({ readonly type: "rate-limit.exceeded"; readonly route: string } & From)
  /** `userId`: null where nobody may have the address that a plugin wrote to. */
  | { readonly type: "letter.failed"; readonly kind: EmailKind; readonly userId: string | null }
  /** The secondary storage did not answer; the database did its work. */
  | { readonly type: "secondary-storage.failed"; readonly storage: string };

/** An event of a plugin, e.g. "organization.created". */
export interface PluginEvent {
  readonly type: `${string}.${string}`;
}

/** Runs after commit. It can refuse nothing; what it throws is logged and changes no answer. */
export type EventListener<Event = CoreEvent> = (event: Event) => void | Promise<void>;

/** A plugin's listener hears of other plugins, too, and knows the core's events by their types. */
export type PluginEventListener = EventListener<CoreEvent>;
