import { endpointsFor } from "@keyhold/core/plugin";
import { oneTimeTokenErrors } from "./errors.js";
import type { OneTimeTokenOptions } from "./options.js";

export const endpoint = endpointsFor<OneTimeTokenOptions, typeof oneTimeTokenErrors>(oneTimeTokenErrors);
