import { ok, refuseCursor } from "@keyhold/core";
import { z } from "zod";
import { refuseUnable } from "../deeds.js";
import { endpoint } from "../endpoint.js";
import { actOf, tell } from "../events.js";
import { showUser } from "../models.js";
import { managedUser } from "../shapes.js";
import { readUserPage } from "../user-page.js";
import { queryProblem } from "../user-query.js";
import { readSearch } from "../user-search.js";

export const listUsers = endpoint({
  wire: "GET /admin/list-users",
  access: "session",
  isPersonal: true,
  doc: "Users by pages: searched by the beginning of an address or a name, filtered by role or ban, sorted; each by an index.",
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
      limit: z.coerce.number<number>().int().min(1).max(100).default(100),
      /** `nextCursor` of the page before. */
      cursor: z.string().optional(),
      /** Refused: pages are read on by `cursor`. */
      offset: z.unknown().optional(),
    })
    .check(({ value, issues }) => {
      const problem = queryProblem(value);
      if (problem) issues.push({ code: "custom", message: problem.message, path: [problem.field], input: value });
    }),
  output: z.object({ users: z.array(managedUser), nextCursor: z.string().nullable() }),
  errors: ["YOU_ARE_NOT_ALLOWED_TO_LIST_USERS"],
  async handle({ input, session, caller, ctx }, settings) {
    refuseUnable(ctx, settings, { user: session.user, deed: "list users" });
    const { limit, cursor } = input;
    const page = await readUserPage(ctx, readSearch(settings, input), { limit, cursor });
    if (!page) return refuseCursor(ctx);
    tell(ctx, { type: "admin.users-listed", ...actOf(session, caller), target: null });
    return ok({ users: page.users.map((user) => showUser(ctx, user)), nextCursor: page.nextCursor });
  },
});
