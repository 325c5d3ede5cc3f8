import { endpointsFor } from "@keyhold/core/plugin";
import { magicLinkErrors } from "./errors.js";
import type { MagicLinkOptions } from "./options.js";

export const endpoint = endpointsFor<MagicLinkOptions, typeof magicLinkErrors>(magicLinkErrors);
