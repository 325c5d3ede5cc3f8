import { endpointsFor } from "@keyhold/core/plugin";
import { organizationErrors } from "./errors.js";
import type { OrganizationOptions } from "./options.js";

export const endpoint = endpointsFor<OrganizationOptions, typeof organizationErrors>(organizationErrors);
