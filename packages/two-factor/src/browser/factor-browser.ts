import type { Caller, Context, TxContext } from "@keyhold/core/plugin";
import { knownBrowserCookies, knownBrowserId } from "@keyhold/core/session";
import type { FactorRow } from "../models.js";

const cookie = "factor_browser";

/** The factors of a user since they were enrolled. */
export interface Enrolment extends Pick<FactorRow, "userId" | "createdAt"> {}

/** Other ones after each enrolment: a browser that an attacker has prepared before it is not known after it. */
const accountOf = ({ userId, createdAt }: Enrolment): string => `${userId} ${Math.floor(createdAt.getTime() / 1000)}`;

/**
 * The id of the caller's browser if one of these factors was given in it in the last 180 days, else null. A password or a
 * mailbox alone makes no browser known for codes.
 */
export const factorBrowserId = (ctx: Context, caller: Caller, enrolment: Enrolment): string | null =>
  knownBrowserId(ctx, caller, accountOf(enrolment), cookie);

/** The cookie that makes a browser known in which one of these factors was given. */
export const factorBrowserCookies = (
  ctx: Context | TxContext,
  caller: Caller,
  enrolment: Enrolment,
): readonly string[] => knownBrowserCookies(ctx, caller, accountOf(enrolment), cookie);
