import { endpointsFor } from "@keyhold/core/plugin";
import { adminErrors } from "./errors.js";
import type { AdminSettings } from "./options.js";

export const endpoint = endpointsFor<AdminSettings, typeof adminErrors>(adminErrors, {
  freshAgeSeconds: ({ freshAgeSeconds }) => freshAgeSeconds,
});
