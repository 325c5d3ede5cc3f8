import { definePlugin } from "../contract/plugin.js";
import { endpoints } from "./endpoints.js";
import { endWithOwner, removeFailed } from "./hooks/uses.js";
import { encryptedInputs, outboxModel } from "./models.js";

/** The table and the calls of the outbox. Joins an auth with the first plugin that lists a kind. */
export const outboxPlugin = definePlugin({
  id: "outbox",
  models: [outboxModel],
  encrypted: [encryptedInputs],
  endpoints,
  hooks: { "user.delete": endWithOwner, sweep: removeFailed },
});
