import { endpointsFor } from "@keyhold/core/plugin";
import { apiKeyErrors } from "./errors.js";
import type { ApiKeyOptions } from "./options.js";

export const endpoint = endpointsFor<ApiKeyOptions, typeof apiKeyErrors>(apiKeyErrors);
