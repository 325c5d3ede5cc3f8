import type { RawCall } from "../../contract/call.js";
import type { Caller, Context } from "../../contract/context.js";
import type { AnyEndpoint } from "../../contract/endpoint.js";
import { type CommonErrorCode, commonError } from "../../contract/errors.js";
import { isObject } from "../../contract/known-keys.js";
import type { TakesColumns } from "../../contract/taken-columns.js";
import type { RawInput } from "../../http/input.js";
import { safeRedirect } from "../../http/redirect.js";
import { readColumns } from "../../model/input.js";
import { readUserColumns } from "../../records/user/columns.js";

/** The input with every redirect URL checked and normalized. Throws 403. */
export function checkRedirects(ctx: Context, { redirects }: AnyEndpoint, caller: Caller, input: unknown): unknown {
  if (redirects.length === 0) return input;
  const checked: Record<string, unknown> = { ...(input as object) };
  for (const field of redirects) {
    const given = checked[field];
    if (typeof given !== "string") continue;
    const safe = given === "" ? undefined : safeRedirect(given, ctx.settings, caller.trustedOrigins);
    if (safe === null) throw commonError(redirectErrors[field] ?? "INVALID_CALLBACKURL");
    checked[field] = safe;
  }
  return checked;
}

const redirectErrors: Readonly<Record<string, CommonErrorCode>> = {
  redirectTo: "INVALID_REDIRECTURL",
  errorCallbackURL: "INVALID_ERRORCALLBACKURL",
  newUserCallbackURL: "INVALID_NEWUSERCALLBACKURL",
};

type AddedColumns = Pick<RawCall, "userColumns" | "columns">;

const noColumns = Object.freeze({});
const noAddedColumns: AddedColumns = { userColumns: noColumns, columns: noColumns };

/** The columns that plugins added to the endpoint's models, checked. Throws 400. */
export function readAddedColumns(
  ctx: Context,
  { takesUserColumns: takes, takesColumns }: AnyEndpoint,
  raw: RawInput,
): AddedColumns {
  if (!takes && !takesColumns) return noAddedColumns;
  const userColumns = takes ? readUserColumns(ctx, raw, { canClear: takes === "change" }) : noColumns;
  return { userColumns, columns: takesColumns ? readModelColumns(ctx, takesColumns, raw) : noColumns };
}

function readModelColumns(
  ctx: Context,
  { of, under, canClear }: TakesColumns,
  raw: RawInput,
): Readonly<Record<string, unknown>> {
  const field = under === undefined ? raw : raw[under];
  return isObject(field) ? readColumns(ctx, of, { input: { ...field }, canClear }) : noColumns;
}
