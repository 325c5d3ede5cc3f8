import { type Context, failCursor, ok, pageOf, readCursor, type Where } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { apiKeyErrors } from "../errors.js";
import { memberMay } from "../hooks/offers.js";
import { showKey } from "../key/show.js";
import { type ApiKeyRow, apiKeyModel } from "../models.js";
import { apiKeySchema } from "./schemas.js";

const maxListed = 1000;

export const listApiKeys = endpoint({
  route: "GET /api-key/list",
  access: "session",
  isPersonal: true,
  doc: "The API keys of the caller, or of an organization in which the caller has the permission `apiKey: read`, newest first unless `sortDirection` says otherwise.",
  input: z.object({
    organizationId: z.string().max(255).optional(),
    configId: z.string().max(64).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(100),
    cursor: z.string().optional(),
    /** Keys to skip, for clients without cursors. */
    offset: z.coerce.number().int().min(0).max(maxListed).default(0),
    sortBy: z.enum(["createdAt", "name", "expiresAt"]).default("createdAt"),
    sortDirection: z.enum(["asc", "desc"]).default("desc"),
  }),
  output: z.object({ apiKeys: z.array(apiKeySchema), total: z.number(), nextCursor: z.string().nullable() }),
  errors: ["USER_NOT_MEMBER_OF_ORGANIZATION"],
  async handle({ input, session: { userId }, ctx }) {
    const { organizationId, configId, limit, offset, sortBy, cursor } = input;
    if (organizationId !== undefined && !(await memberMay(ctx, { organizationId, userId }, { apiKey: ["read"] })))
      return ctx.fail(apiKeyErrors.USER_NOT_MEMBER_OF_ORGANIZATION);
    const where = { referenceId: organizationId ?? userId, ...(configId !== undefined && { configId }) };
    const place = cursor === undefined ? null : readCursor("date", cursor);
    // A cursor is a place in the order of creation.
    if (cursor !== undefined && (place === null || sortBy !== "createdAt")) return failCursor(ctx);
    const direction = input.sortDirection === "asc" ? "ascending" : "descending";
    const rows = await read(ctx, where, { sortBy, direction, limit: offset + limit + 1, place });
    const { shown, nextCursor } = pageOf(rows.slice(offset), limit, sortBy);
    const total = await ctx.db.count(apiKeyModel, where);
    return ok({ apiKeys: shown.map(showKey), total, nextCursor: sortBy === "createdAt" ? nextCursor : null });
  },
});

interface Page {
  readonly sortBy: "createdAt" | "name" | "expiresAt";
  readonly direction: "ascending" | "descending";
  readonly limit: number;
  readonly place: { readonly value: Date; readonly id: string } | null;
}

/** Names and ends may be null, which databases sort differently: the few keys of an owner are sorted here. */
async function read(
  ctx: Context,
  where: Where<typeof apiKeyModel>,
  { sortBy, direction, limit, place }: Page,
): Promise<readonly ApiKeyRow[]> {
  if (sortBy === "createdAt")
    return ctx.db.list(apiKeyModel, where, { orderBy: sortBy, direction, limit, ...(place && { cursor: place }) });
  const all = await ctx.db.list(apiKeyModel, where, { orderBy: "createdAt", direction, limit: maxListed });
  const sign = direction === "ascending" ? 1 : -1;
  const valueIn = (row: ApiKeyRow) =>
    sortBy === "name" ? (row.name ?? "") : (row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
  return [...all].sort((one, other) => sign * compare(valueIn(one), valueIn(other))).slice(0, limit);
}

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
