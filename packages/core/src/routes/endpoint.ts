import { endpointsFor } from "../endpoint.js";
import { coreErrors } from "../errors.js";

/** Declares a route of this package. */
export const endpoint = endpointsFor<unknown, typeof coreErrors>(coreErrors);
