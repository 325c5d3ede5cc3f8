import { endpointsFor } from "@keyhold/core/plugin";
import { jwtErrors } from "./errors.js";
import type { JwtOptions } from "./options.js";

export const endpoint = endpointsFor<Required<JwtOptions>, typeof jwtErrors>(jwtErrors);
