import { endpointsFor } from "@keyhold/core/plugin";
import { devicesErrors } from "./errors.js";
import type { DevicesOptions } from "./options.js";

export const endpoint = endpointsFor<DevicesOptions, typeof devicesErrors>(devicesErrors);
