import { endpointsFor } from "@keyhold/core/plugin";
import { nativeErrors } from "./errors.js";
import type { NativeOptions } from "./options.js";

export const endpoint = endpointsFor<NativeOptions, typeof nativeErrors>(nativeErrors);
