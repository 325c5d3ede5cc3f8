import { endpointsFor } from "@keyhold/core/plugin";
import { usernameErrors } from "./errors.js";
import type { UsernameOptions } from "./options.js";

export const endpoint = endpointsFor<UsernameOptions, typeof usernameErrors>(usernameErrors);
