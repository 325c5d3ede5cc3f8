import { ok } from "@keyhold/core/plugin";
import { checkBilling } from "../check/check.js";
import { endpoint } from "../endpoint.js";
import { askedMirror } from "../mirror/asked.js";
import { checked, checkInput } from "./schemas.js";

export const check = endpoint({
  route: "POST /billing/check",
  access: "public",
  doc: "Compares the config and the mirror with the payments provider, and looks for events that were not delivered, without a write.",
  input: checkInput,
  output: checked,
  isServerOnly: true,
  handle: async ({ ctx, input }, settings) => ok(await checkBilling(ctx, askedMirror(settings), input)),
});
