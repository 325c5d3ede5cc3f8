import { endpointsFor } from "@keyhold/core";
import { adminErrors } from "./errors.js";
import type { AdminSettings } from "./options.js";

export const endpoint = endpointsFor<AdminSettings, typeof adminErrors>(adminErrors, {
  freshAgeSeconds: ({ freshAgeSeconds }) => freshAgeSeconds,
});
