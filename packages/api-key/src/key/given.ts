import type { Permissions } from "@keyhold/access";
import type { Context } from "@keyhold/core/plugin";
import { isSecretPrefix } from "@keyhold/core/principal";
import { type ApiKeyErrorCode, apiKeyErrors } from "../errors.js";
import { maxJsonLength } from "../models.js";
import type { ApiKeyOptions } from "../options.js";
import type { NewKey } from "./create.js";

/** The fields of a key that a caller gives, unchecked. */
export interface GivenFields {
  readonly name?: string | null | undefined;
  readonly prefix?: string | undefined;
  readonly configId?: string | undefined;
  readonly expiresIn?: number | null | undefined;
  readonly metadata?: unknown;
  readonly permissions?: Permissions | undefined;
}

/** The errors of given fields. */
export type FieldError = Extract<
  ApiKeyErrorCode,
  | "NAME_REQUIRED"
  | "INVALID_NAME_LENGTH"
  | "INVALID_PREFIX_LENGTH"
  | "METADATA_DISABLED"
  | "INVALID_METADATA_TYPE"
  | "EXPIRES_IN_IS_TOO_SMALL"
  | "EXPIRES_IN_IS_TOO_LARGE"
>;

/** `FieldError` as a list, for the declarations of routes. */
export const fieldErrors = [
  "NAME_REQUIRED",
  "INVALID_NAME_LENGTH",
  "INVALID_PREFIX_LENGTH",
  "METADATA_DISABLED",
  "INVALID_METADATA_TYPE",
  "EXPIRES_IN_IS_TOO_SMALL",
  "EXPIRES_IN_IS_TOO_LARGE",
] as const satisfies readonly FieldError[];

const maxNameLength = 32;

type FieldContext = Context<FieldError>;

/** Checks the name; null: the caller gives no name. */
export function readName(
  ctx: FieldContext,
  { requireName }: ApiKeyOptions,
  name: string | null | undefined,
): string | null {
  if (name === undefined || name === null) return requireName ? ctx.fail(apiKeyErrors.NAME_REQUIRED) : null;
  return name.length >= 1 && name.length <= maxNameLength ? name : ctx.fail(apiKeyErrors.INVALID_NAME_LENGTH);
}

/** Checks metadata, and answers the JSON for the column. */
export function readMetadata(ctx: FieldContext, { enableMetadata }: ApiKeyOptions, metadata: unknown): string | null {
  if (metadata === undefined || metadata === null) return null;
  if (!enableMetadata) return ctx.fail(apiKeyErrors.METADATA_DISABLED);
  const isPlain = typeof metadata === "object" && !Array.isArray(metadata);
  const text = isPlain ? JSON.stringify(metadata) : "";
  return isPlain && text.length <= maxJsonLength ? text : ctx.fail(apiKeyErrors.INVALID_METADATA_TYPE);
}

/** The end of a key: null for a key without an end, `undefined` in seconds for the default. */
export function readEnd(ctx: FieldContext, options: ApiKeyOptions, seconds: number | null | undefined): Date | null {
  const { allowEternal, expiresInSeconds, minExpiresInSeconds, maxExpiresInSeconds } = options;
  if (seconds === null && allowEternal) return null;
  const life = seconds ?? expiresInSeconds;
  // An app without `allowEternal` gets its default: the clients of the previous library send null for it.
  if (life < minExpiresInSeconds) return ctx.fail(apiKeyErrors.EXPIRES_IN_IS_TOO_SMALL);
  if (life > maxExpiresInSeconds) return ctx.fail(apiKeyErrors.EXPIRES_IN_IS_TOO_LARGE);
  return new Date(ctx.now().getTime() + life * 1000);
}

/** Checks the given fields of a new key. */
export function readFields(
  ctx: FieldContext,
  options: ApiKeyOptions,
  given: GivenFields,
): Pick<NewKey, "name" | "prefix" | "metadata" | "expiresAt"> {
  const prefix = given.prefix ?? options.prefix;
  if (!isSecretPrefix(prefix)) return ctx.fail(apiKeyErrors.INVALID_PREFIX_LENGTH);
  return {
    name: readName(ctx, options, given.name),
    prefix,
    metadata: readMetadata(ctx, options, given.metadata),
    expiresAt: readEnd(ctx, options, given.expiresIn),
  };
}
