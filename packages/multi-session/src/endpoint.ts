import { endpointsFor } from "@keyhold/core/plugin";
import { multiSessionErrors } from "./errors.js";
import type { MultiSessionOptions } from "./options.js";

export const endpoint = endpointsFor<MultiSessionOptions, typeof multiSessionErrors>(multiSessionErrors);
