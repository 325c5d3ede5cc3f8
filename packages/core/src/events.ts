import type { SessionRow, User } from "./model/models.js";

/** How somebody signed in, e.g. "email" or "username". */
export type SignInMethod = string;

/** Every result that an app may want to know: for its audit log, its mails, its figures. */
export type CoreEvent =
  | { readonly type: "user.created"; readonly user: User }
  | {
      readonly type: "session.created";
      readonly session: SessionRow;
      readonly user: User;
      readonly method: SignInMethod;
      /** It came with the sign-up. */
      readonly isNewUser: boolean;
    }
  | {
      readonly type: "session.ended";
      readonly userId: string;
      readonly sessionId: string;
      readonly reason: "signed out" | "replaced" | "expired";
    }
  | {
      readonly type: "sign-in.failed";
      readonly method: SignInMethod;
      /** Null when nobody has the name or address that was given. */
      readonly userId: string | null;
      readonly ipAddress: string | null;
      readonly userAgent: string | null;
    }
  /** A password was hashed again because its hash was of another recipe. */
  | { readonly type: "password.rehashed"; readonly userId: string };

/** Runs after commit. It can refuse nothing; what it throws is logged and changes no answer. */
export type EventListener = (event: CoreEvent) => void | Promise<void>;
