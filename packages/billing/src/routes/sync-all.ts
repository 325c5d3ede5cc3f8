import { ok } from "@keyhold/core/plugin";
import { endpoint } from "../endpoint.js";
import { askedMirror } from "../mirror/asked.js";
import { syncEverything } from "../mirror/sync.js";
import { readingInput, synced } from "./schemas.js";

export const syncAll = endpoint({
  route: "POST /billing/sync-all",
  access: "public",
  doc: "Reads all lists of the payments provider into the mirror, page by page. After a crash the next call goes on.",
  input: readingInput,
  output: synced,
  isServerOnly: true,
  handle: async ({ ctx, input: { onProgress } }, settings) =>
    ok(await syncEverything(ctx, askedMirror(settings), onProgress)),
});
