import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";

export const status = endpoint({
  route: "GET /native/status",
  access: "session",
  doc: "Answers the signed-in user whether the plugin is on.",
  input: z.object({}),
  output: z.object({ enabled: z.boolean() }),
  errors: [],
  handle: async (_, { enabled }) => ok({ enabled }),
});
