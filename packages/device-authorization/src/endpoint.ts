import { endpointsFor } from "@keyhold/core/plugin";
import { deviceAuthorizationErrors } from "./errors.js";
import type { DeviceAuthorizationOptions } from "./options.js";

export const endpoint = endpointsFor<DeviceAuthorizationOptions, typeof deviceAuthorizationErrors>(
  deviceAuthorizationErrors,
);
