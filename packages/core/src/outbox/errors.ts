import { defineErrors } from "../contract/errors.js";

/** The errors of the outbox's server-side calls. */
export const outboxErrors = defineErrors({
  OUTBOX_ENTRY_NOT_FOUND: { status: 404, message: "No unfinished outbox entry has this id" },
});
