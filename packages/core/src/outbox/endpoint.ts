import { endpointsFor } from "../contract/endpoint.js";
import { outboxErrors } from "./errors.js";

/** Declares a route of the outbox. */
export const endpoint = endpointsFor<unknown, typeof outboxErrors>(outboxErrors);
