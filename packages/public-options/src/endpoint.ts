import { endpointsFor } from "@keyhold/core/plugin";

/** Binds the empty error catalogue. */
export const endpoint = endpointsFor<unknown, Record<never, never>>({});
