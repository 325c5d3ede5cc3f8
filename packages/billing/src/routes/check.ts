import { ok } from "@keyhold/core/plugin";
import { checkBilling } from "../check/check.js";
import { endpoint } from "../endpoint.js";
import { askedMirror } from "../mirror/asked.js";
import { checked, readingInput } from "./schemas.js";

export const check = endpoint({
  route: "POST /billing/check",
  access: "public",
  doc: "Compares the mirror with the payments provider, and looks for events that were not delivered, without a write.",
  input: readingInput,
  output: checked,
  isServerOnly: true,
  handle: async ({ ctx, input: { onProgress } }, settings) =>
    ok(await checkBilling(ctx, askedMirror(settings), onProgress)),
});
