import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { track as trackUse, usageOwner } from "../usage/track.js";
import { usageInput } from "./schemas.js";

export const track = endpoint({
  route: "POST /billing/track",
  access: "optional",
  doc: "Counts a use of an owner, by one statement; the payments provider gets it later. `isNew` is false for a key that is known. `balance`: the units that are left, as far as this process knows.",
  input: usageInput,
  output: z.object({ isNew: z.boolean(), balance: z.number().nullable() }),
  isServerOnly: true,
  handle: async ({ ctx, input, session }, settings) =>
    ok(await trackUse(ctx, settings, usageOwner(ctx, input, session), input)),
});
