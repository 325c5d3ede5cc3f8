import { z } from "zod";
import type { SessionRow, User } from "./model/models.js";

/** What a person is called: shown as it is, never read as HTML. */
export const name = z.string().max(255);

/** A picture's address: http(s), so that no page of the app is made to run it. */
export const image = z
  .string()
  .max(2048)
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), "Must be an http or https URL");

/** A user as answers show one; plugins add columns. */
export const user: z.ZodType<User> = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

/** A session as answers show one. */
export const session: z.ZodType<SessionRow> = z.object({
  id: z.string(),
  expiresAt: z.date(),
  token: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  userId: z.string(),
});
