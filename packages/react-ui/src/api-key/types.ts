import type { FullClient } from "../client.js";

/** An API key in a list, without its secret. */
export type ListedApiKey = NonNullable<Awaited<ReturnType<FullClient["apiKey"]["list"]>>["data"]>["apiKeys"][number];

/** The owner of the keys on a screen: the user, or the active organization. */
export type ApiKeyOwnerKind = "user" | "organization";

/** What a member may do with the keys of an organization. */
export type ApiKeyAction = "create" | "read" | "update" | "delete";

/** The owner of keys, and what the user may do with the keys. */
export interface ApiKeyOwner {
  /** The id of the organization; undefined: the user. */
  readonly organizationId: string | undefined;
  /** The name of the organization; null: the user. */
  readonly name: string | null;
  readonly can: (action: ApiKeyAction) => boolean;
  /** Whether the user may give a permission to a key. */
  readonly canGive: (resource: string, action: string) => boolean;
}

/** A permission that a key can get. */
export interface ApiKeyPermission {
  readonly resource: string;
  readonly action: string;
}
