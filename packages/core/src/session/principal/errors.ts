import { defineErrors } from "../../contract/errors.js";

/** The errors of callers with several kinds of credentials: a plugin that reads a kind adds them to its catalogue. */
export const principalErrors = /* @__PURE__ */ defineErrors({
  SEVERAL_CREDENTIALS: { status: 400, message: "The request has several credentials: send a single credential" },
  KEY_IN_URL: {
    status: 400,
    message: "A key must not be in a URL, which logs and histories keep: send it in a header, and replace this key",
  },
  CALLER_NOT_ALLOWED: { status: 403, message: "Callers of this kind may not call this route" },
  INSUFFICIENT_PERMISSIONS: { status: 403, message: "The credential does not have the permissions for this call" },
});
