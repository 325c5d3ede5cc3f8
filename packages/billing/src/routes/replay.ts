import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { askedMirror } from "../mirror/asked.js";
import { replayEvents } from "../mirror/replay.js";
import { readingInput } from "./schemas.js";

export const replay = endpoint({
  route: "POST /billing/replay",
  access: "public",
  doc: "Asks the payments provider to send again each event that this app refused and never handled.",
  input: readingInput,
  output: z.object({ asked: z.number(), known: z.number() }),
  isServerOnly: true,
  handle: async ({ ctx, input: { onProgress } }, settings) =>
    ok(await replayEvents(ctx, askedMirror(settings), onProgress)),
});
