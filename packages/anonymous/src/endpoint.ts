import { endpointsFor } from "@keyhold/core/plugin";
import { anonymousErrors } from "./errors.js";
import type { AnonymousOptions } from "./options.js";

export const endpoint = endpointsFor<AnonymousOptions, typeof anonymousErrors>(anonymousErrors);
