import { endpointsFor } from "@keyhold/core/plugin";
import { phoneNumberErrors } from "./errors.js";
import type { PhoneNumberOptions } from "./options.js";

export const endpoint = endpointsFor<PhoneNumberOptions, typeof phoneNumberErrors>(phoneNumberErrors);
