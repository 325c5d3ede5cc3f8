import type { Context } from "@keyhold/core/plugin";
import type { Principal, PrincipalHooks } from "@keyhold/core/principal";
import { apiKeyErrors } from "../errors.js";
import type { ApiKeyOptions } from "../options.js";
import { readKey } from "./find.js";
import { verifyKey } from "./verify.js";

/**
 * The hook "principal.read": the principal of a key. A key that is not valid, disabled or expired is no principal; a
 * key beyond its limits is 429, because a new key would not help the client.
 */
export const principalReader =
  (options: ApiKeyOptions): PrincipalHooks["principal.read"] =>
  async ({ text, isKeyHeader }, given, { caller, request }): Promise<Principal | null | undefined> => {
    const ctx: Context<"RATE_LIMITED" | "USAGE_EXCEEDED"> = given as Context<string>;
    if (readKey(text) === null) return isKeyHeader ? null : undefined;
    const { principal, error } = await verifyKey(ctx, options, { text, caller, request });
    if (error?.code !== "RATE_LIMITED" && error?.code !== "USAGE_EXCEEDED") return principal;
    return ctx.fail(apiKeyErrors[error.code], error.details ? { headers: error.details.headers } : {});
  };
