import type { Permissions } from "@keyhold/access";
import { type ValueSchema, z } from "@keyhold/core/schema";
import type { ApiKey, CreatedApiKey } from "../models.js";

/** Permissions by resource. */
export const permissions: ValueSchema<Permissions> = z.record(z.string().max(64), z.array(z.string().max(64)));

const columns = {
  id: z.string(),
  configId: z.string(),
  name: z.string().nullable(),
  start: z.string().nullable(),
  referenceId: z.string(),
  prefix: z.string().nullable(),
  refillInterval: z.number().nullable(),
  refillAmount: z.number().nullable(),
  lastRefillAt: z.date().nullable(),
  enabled: z.boolean(),
  rateLimitEnabled: z.boolean(),
  rateLimitTimeWindow: z.number().nullable(),
  rateLimitMax: z.number().nullable(),
  requestCount: z.number(),
  remaining: z.number().nullable(),
  lastRequest: z.date().nullable(),
  expiresAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  permissions: permissions.nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  organizationId: z.string().nullable(),
  createdBy: z.string().nullable(),
  lastUsedIp: z.string().nullable(),
  previousUntil: z.date().nullable(),
};

/** An API key in answers. */
export const apiKeySchema: ValueSchema<ApiKey> = z.object(columns).meta({ id: "ApiKey" });

/** A new API key, with the key itself. */
export const createdSchema: ValueSchema<CreatedApiKey> = z.object({ ...columns, key: z.string() });

/** An object of the app. `readMetadata` checks the value, with an error of its own. */
export const metadata = z.custom<Readonly<Record<string, unknown>>>();
/** Only the server chooses the value. */
export const serverOnly = z.custom<undefined>();
export const keyId = z.string().min(1).max(255);
/** Checked by `readName`, which has an error of its own. */
export const name = z.string().max(1000);
/** Seconds; null: without an end, if the app allows it. */
export const expiresIn = z.number().int().nullable();
