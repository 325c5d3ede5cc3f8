import { endpointsFor } from "@keyhold/core/plugin";
import { passkeyErrors } from "./errors.js";
import type { PasskeyOptions } from "./options.js";

export const endpoint = endpointsFor<PasskeyOptions, typeof passkeyErrors>(passkeyErrors);
