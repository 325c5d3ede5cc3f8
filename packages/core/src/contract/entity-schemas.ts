import type { SessionRow, User } from "../model/models.js";
import * as z from "./schema.js";
import { withoutDirections } from "./text-direction.js";

/** The name of a user: shown unchanged, never parsed as HTML, without characters that change the text direction. */
export const name = z.string().max(255).transform(withoutDirections);

export { image, maxPictureLength, picture } from "./picture.js";

/** A user in a response; plugins add columns. */
export const user: z.Schema<User> = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    image: z.string().nullable(),
    createdAt: z.date(),
    updatedAt: z.date(),
  })
  .meta({ model: "user" });

const sessionFields = {
  id: z.string(),
  expiresAt: z.date(),
  token: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  userId: z.string(),
};

/** A session in a response. */
export const session: z.Schema<SessionRow> = z.object(sessionFields).meta({ model: "session" });

/**
 * A session in the list of the user. `token` identifies the session for revoke-session: the token shown by get-session
 * for the caller's own session, a hash for every other session.
 */
export interface ListedSession extends SessionRow {
  /** Whether this is the session of the caller. */
  readonly isCurrent: boolean;
}

/** The schema of a `ListedSession`. */
export const listedSession: z.Schema<ListedSession> = z
  .object({
    ...sessionFields,
    isCurrent: z.boolean(),
  })
  .meta({ id: "ListedSession", model: "session" });

/** An account (a way to sign in), without secrets. */
export interface ListedAccount {
  readonly id: string;
  /** `providerId`, under the name that older clients use. */
  readonly provider: string;
  readonly providerId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The schema of a `ListedAccount`. */
export const account: z.Schema<ListedAccount> = z
  .object({
    id: z.string(),
    provider: z.string(),
    providerId: z.string(),
    accountId: z.string(),
    userId: z.string(),
    scopes: z.array(z.string()),
    createdAt: z.date(),
    updatedAt: z.date(),
  })
  .meta({ id: "Account" });

/** A change of email address that is not finished: the new address is not confirmed yet. */
export interface EmailChange {
  /**
   * `"held"`: the user has the new address, and the old address recovers the account. `"pending"`: the user has the old
   * address.
   */
  readonly state: "held" | "pending";
  readonly oldEmail: string;
  readonly newEmail: string;
  /** When the old address allowed the change. */
  readonly since: Date;
  /** Until when the link in the email to the new address finishes the change; null: a held address stays held. */
  readonly expiresAt: Date | null;
}

/** The schema of an `EmailChange`. */
export const emailChange: z.Schema<EmailChange> = z
  .object({
    state: z.enum(["held", "pending"]),
    oldEmail: z.string(),
    newEmail: z.string(),
    since: z.date(),
    expiresAt: z.date().nullable(),
  })
  .meta({ id: "EmailChange" });
