import { endpointsFor } from "../contract/endpoint.js";
import { coreErrors } from "../contract/errors.js";

/** Declares a route of the outbox. */
export const endpoint = endpointsFor<unknown, typeof coreErrors>(coreErrors);
