import { ok } from "@keyhold/core/plugin";
import * as z from "@keyhold/core/schema";
import { team } from "../../schemas.js";
import { endpoint } from "../endpoint.js";
import { teamsWith } from "../list.js";

export const listUserTeams = endpoint({
  route: "GET /organization/list-user-teams",
  access: "session",
  doc: "The teams that the caller is in, of all their organizations, in the order in which they joined.",
  input: z.object({}),
  output: z.array(team),
  handle: async ({ session, ctx }) => ok(await teamsWith(ctx, session.userId)),
});
