import type { Context } from "@keyhold/core/plugin";
import { deviceAuthorizationErrors } from "../errors.js";
import { type DeviceCode, deviceCodeModel } from "../models.js";
import { countTry, type Trying } from "./tries.js";
import { readUserCode } from "./user-code.js";

/**
 * The request of a device by the code that a user has typed.
 *
 * @throws AuthError INVALID_REQUEST, TOO_MANY_REQUESTS
 */
export async function findByUserCode(
  ctx: Context<"INVALID_REQUEST">,
  typed: string,
  trying: Trying,
): Promise<DeviceCode> {
  const right = await countTry(ctx, trying);
  const userCode = readUserCode(typed);
  const found = userCode === null ? null : await ctx.db.find(deviceCodeModel, { userCode });
  if (!found) return ctx.fail(deviceAuthorizationErrors.INVALID_REQUEST);
  await right();
  return found;
}
