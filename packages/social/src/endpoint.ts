import { endpointsFor } from "@keyhold/core/plugin";
import { socialErrors } from "./errors.js";
import type { Social } from "./options.js";

/** Declares a route of this package. */
export const endpoint = endpointsFor<Social, typeof socialErrors>(socialErrors);
