import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { team } from "../../routes/schemas.js";
import { endpoint } from "../endpoint.js";
import { teamsWith } from "../team/list.js";

export const listUserTeams = endpoint({
  route: "GET /organization/list-user-teams",
  access: "session",
  doc: "Lists the caller's teams in all organizations, in the order of joining.",
  input: z.object({}),
  output: z.array(team),
  handle: async ({ session, ctx }) => ok(await teamsWith(ctx, session.userId)),
});
