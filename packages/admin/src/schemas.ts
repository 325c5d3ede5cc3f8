import type { SessionRow } from "@keyhold/core";
import { z } from "@keyhold/core/schema";
import type { AdminSession, ManagedUser } from "./models.js";

export const userId = z.string().min(1).max(255);

/** One role, several joined by commas, or a list. */
export const role = z.union([z.string().max(2048), z.array(z.string().max(255)).max(32)]);

/** Wanted permissions: actions by resource. */
export const permissions = z.record(z.string().max(255), z.array(z.string().max(255)).max(255));

/** A user in a list. */
export const managedUser: z.Schema<ManagedUser> = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    image: z.string().nullable(),
    createdAt: z.date(),
    updatedAt: z.date(),
    role: z.string().nullable(),
    banned: z.boolean().nullable(),
    banReason: z.string().nullable(),
    banExpires: z.date().nullable(),
  })
  .meta({ id: "ManagedUser", model: "user" });

/**
 * A session in the list of an administrator. `token` identifies it for revoke-user-session; for the caller's own
 * session it is the one of get-session.
 */
export interface ManagedSession extends SessionRow, AdminSession {}

export const managedSession: z.Schema<ManagedSession> = z
  .object({
    id: z.string(),
    expiresAt: z.date(),
    token: z.string(),
    createdAt: z.date(),
    updatedAt: z.date(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    userId: z.string(),
    impersonatedBy: z.string().nullable(),
  })
  .meta({ id: "ManagedSession", model: "session" });

export const done = z.object({ success: z.boolean() });
