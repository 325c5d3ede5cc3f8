import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const devicesErrors = defineErrors({
  DEVICE_NOT_FOUND: { status: 404, message: "Device not found" },
  INVALID_TOKEN: coreErrors.INVALID_TOKEN,
});

/** The codes of `devicesErrors`. */
export type DevicesErrorCode = keyof typeof devicesErrors;
