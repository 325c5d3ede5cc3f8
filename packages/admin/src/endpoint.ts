import { endpointsFor } from "@keyhold/core";
import { adminErrors } from "./errors.js";
import type { Admin } from "./options.js";

export const endpoint = endpointsFor<Admin, typeof adminErrors>(adminErrors);
