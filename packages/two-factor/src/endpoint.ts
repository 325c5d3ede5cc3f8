import { endpointsFor } from "@keyhold/core/plugin";
import { twoFactorErrors } from "./errors.js";
import type { TwoFactorOptions } from "./options.js";

export const endpoint = endpointsFor<TwoFactorOptions, typeof twoFactorErrors>(twoFactorErrors);
