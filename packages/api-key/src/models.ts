import type { Permissions } from "@keyhold/access";
import { bool, counter, date, defineModel, id, integer, type Row, text, userModel } from "@keyhold/core/plugin";

/** Permissions and metadata as JSON, in characters. */
export const maxJsonLength = 8192;

/** An API key. A key of a user has `userId`; a key of an organization has not. */
export const apiKeyModel = defineModel(
  "apikey",
  {
    id: id(),
    configId: text(),
    name: text().optional(),
    /** The public part of the key, `<prefix>_<id>`, by which a key is found. Of the previous library: the first letters. */
    start: text().optional().indexed(),
    /** The id of the user or of the organization. */
    referenceId: text().indexed(),
    prefix: text().optional(),
    /** The SHA-256 of the secret part; in rows of the previous library of the whole key. */
    key: text().indexed().secret(),
    /** Milliseconds. */
    refillInterval: integer().optional(),
    refillAmount: integer().optional(),
    lastRefillAt: date().optional(),
    enabled: bool(),
    rateLimitEnabled: bool(),
    /** Milliseconds. */
    rateLimitTimeWindow: integer().optional(),
    rateLimitMax: integer().optional(),
    /** Of the previous library: this library counts by its limiter. */
    requestCount: counter(),
    /** The number of further uses; null: not limited. */
    remaining: counter().optional(),
    lastRequest: date().optional(),
    expiresAt: date().optional().indexed(),
    createdAt: date(),
    updatedAt: date(),
    permissions: text().optional().atMost(maxJsonLength),
    metadata: text().optional().atMost(maxJsonLength),
    /** The user of a personal key: the key goes with the user. Null for an organization, and in rows of the previous library. */
    userId: text().optional().references(userModel).secret(),
    /**
     * Of a key of an organization: that organization. Of a key of a user: the organization of which the user must be a
     * member, or null. Null in rows of the previous library.
     */
    organizationId: text().optional().indexed(),
    createdBy: text().clearedWith(userModel),
    /** The user who has last rotated, enabled or extended the key, and when. */
    renewedBy: text().clearedWith(userModel).secret(),
    renewedAt: date().optional().secret(),
    lastUsedIp: text().optional(),
    /** The addresses of earlier uses, at most 32, with spaces between. */
    usedFrom: text().optional().atMost(2000).secret(),
    /** When the next email about the end of the key is due; after the last, the end. Null in rows of the previous library until 30 days before the end. */
    noticeAt: date().optional().indexed().secret(),
    /** The SHA-256 of the secret that a rotation has replaced, until `previousUntil`. */
    previousKey: text().optional().indexed().secret(),
    previousUntil: date().optional(),
  },
  { indexes: [["referenceId", "createdAt"]] },
);

/** An API key as stored. */
export type ApiKeyRow = Row<typeof apiKeyModel>;

/** An API key in answers: without its secret. */
export interface ApiKey
  extends Omit<
    ApiKeyRow,
    | "key"
    | "previousKey"
    | "userId"
    | "renewedBy"
    | "renewedAt"
    | "usedFrom"
    | "noticeAt"
    | "permissions"
    | "metadata"
    | "requestCount"
  > {
  readonly requestCount: number;
  readonly permissions: Permissions | null;
  /** An object of the caller. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** A new API key: `key` is shown once. */
export interface CreatedApiKey extends ApiKey {
  readonly key: string;
}
