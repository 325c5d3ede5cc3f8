import type { SessionRow, User } from "../model/models.js";
import * as z from "./schema.js";

export type { SessionRow, User };

/** What a person is called: shown as it is, never read as HTML. */
export const name = z.string().max(255);

/** A picture's address: http(s), so that no page of the app is made to run it. */
export const image = z
  .string()
  .max(2048)
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), "Must be an http or https URL");

/** A user as answers show one; plugins add columns. */
export const user: z.Schema<User> = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

/** A session as answers show one. */
export const session: z.Schema<SessionRow> = z.object({
  id: z.string(),
  expiresAt: z.date(),
  token: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  userId: z.string(),
});

/** A session among those of its user. `token` names it for revoke-session: that of the caller's own session as get-session shows it, of another session a hash. */
export interface ListedSession extends SessionRow {
  /** The session of the caller. */
  readonly isCurrent: boolean;
}

export const listedSession: z.Schema<ListedSession> = z.object({
  id: z.string(),
  expiresAt: z.date(),
  token: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  userId: z.string(),
  isCurrent: z.boolean(),
});

/** One way to sign in, without its secrets. */
export interface ListedAccount {
  readonly id: string;
  /** The same as `providerId`, by the name that older clients know. */
  readonly provider: string;
  readonly providerId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const account: z.Schema<ListedAccount> = z.object({
  id: z.string(),
  provider: z.string(),
  providerId: z.string(),
  accountId: z.string(),
  userId: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.date(),
  updatedAt: z.date(),
});
