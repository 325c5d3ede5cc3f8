import { failCursor, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { requirePermission } from "../authority/actions.js";
import { endpoint } from "../endpoint.js";
import { actOf, emit } from "../events.js";
import { showUser } from "../models.js";
import { managedUser } from "../schemas.js";
import { indexInserted } from "../user/index-names.js";
import { countUsers, readUserPage } from "../user/user-page.js";
import { queryError } from "../user/user-query.js";
import { readSearch } from "../user/user-search.js";

export const listUsers = endpoint({
  route: "GET /admin/list-users",
  access: "session",
  isPersonal: true,
  doc: "Lists users by pages: searched by prefix of email address or name, filtered by role or ban, and sorted, always by an index. `count` adds the total.",
  input: z
    .object({
      searchValue: z.string().max(255).optional(),
      searchField: z.enum(["email", "name"]).optional(),
      searchOperator: z.enum(["contains", "starts_with", "ends_with"]).optional(),
      filterField: z.enum(["role", "banned"]).optional(),
      filterOperator: z.enum(["eq"]).optional(),
      filterValue: z.union([z.string().max(255), z.boolean()]).optional(),
      sortBy: z.enum(["createdAt", "email", "name"]).optional(),
      sortDirection: z.enum(["asc", "desc"]).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(100),
      /** `nextCursor` of the previous page. */
      cursor: z.string().optional(),
      /** Only 0: use `cursor` for further pages. */
      offset: z.coerce.number().int().min(0).optional(),
      /** Adds `total`. The database reads an index entry for each matching user. */
      count: z.union([z.boolean(), z.enum(["true", "false"])]).optional(),
    })
    .check((query) => {
      const problem = queryError(query);
      return problem && { message: problem.message, path: [problem.field] };
    }),
  output: z.object({
    users: z.array(managedUser),
    nextCursor: z.string().nullable(),
    /** The number of matching users on all pages; null without `count`. */
    total: z.number().nullable(),
  }),
  errors: ["YOU_ARE_NOT_ALLOWED_TO_LIST_USERS"],
  async handle({ input, session, caller, ctx }, settings) {
    requirePermission(ctx, settings, { user: session.user, action: "list users" });
    const { limit, cursor } = input;
    const isCounted = String(input.count) === "true";
    const search = readSearch(settings, input);
    if (search.column === "foldedName") await indexInserted(ctx, settings);
    const [page, total] = await Promise.all([
      readUserPage(ctx, search, { limit, cursor }),
      isCounted ? countUsers(ctx, search) : null,
    ]);
    if (!page) return failCursor(ctx);
    emit(ctx, { type: "admin.users-listed", ...actOf(session, caller), target: null });
    return ok({ users: page.users.map((user) => showUser(ctx, user)), nextCursor: page.nextCursor, total });
  },
});
