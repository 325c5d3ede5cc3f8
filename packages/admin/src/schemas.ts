import { can, type Permissions } from "@keyhold/access";
import type { SessionRow } from "@keyhold/core";
import { z } from "@keyhold/core/schema";
import type { AdminSession, ManagedUser } from "./models.js";

export const userId = z.string().min(1).max(255);

/** A role, several joined by commas, or a list. */
export const role = z.union([z.string().max(2048), z.array(z.string().max(255)).max(32)]);

/** Wanted permissions: actions by resource. */
export const permissions = z.record(z.string().max(255), z.array(z.string().max(255)).max(255));

/** Wanted permissions in either field, as clients of the field send them: all are asked for if both are given. */
export const wantedPermissions = { permissions: permissions.optional(), permission: permissions.optional() };

export interface WantedPermissions {
  readonly permissions?: Permissions | undefined;
  readonly permission?: Permissions | undefined;
}

export const namesPermissions = ({ permissions, permission }: WantedPermissions): boolean =>
  permissions !== undefined || permission !== undefined;

export const noPermissionsNamed = { message: "Give `permissions`", path: ["permissions"] };

/** Whether the granted permissions include all that are asked for; false for an empty set. */
export const areGranted = (granted: Permissions, { permissions, permission }: WantedPermissions): boolean =>
  [permissions, permission].every((asked) => asked === undefined || can({ own: granted }, "own", asked));

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
 * A session in the list of an administrator. `token` identifies the session for revoke-user-session; for the caller's
 * own session it is the token of get-session.
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
