import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { sweep } from "../session/remove-expired.js";
import { endpoint } from "./endpoint.js";

export const removeExpired = endpoint({
  route: "POST /remove-expired",
  access: "public",
  doc: "Removes expired rows.",
  input: z.object({}),
  output: z.object({ removed: z.number() }),
  isServerOnly: true,
  handle: async ({ ctx }) => ok({ removed: await sweep(ctx) }),
});
