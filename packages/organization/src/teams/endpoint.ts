import { endpointsFor } from "@keyhold/core/plugin";
import { teamCatalogue } from "./errors.js";
import type { TeamsOptions } from "./options.js";

export const endpoint = endpointsFor<TeamsOptions, typeof teamCatalogue>(teamCatalogue);
