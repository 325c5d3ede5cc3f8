import { endpointsFor } from "@keyhold/core/plugin";
import { emailOtpErrors } from "./errors.js";
import type { EmailOtpOptions } from "./options.js";

export const endpoint = endpointsFor<EmailOtpOptions, typeof emailOtpErrors>(emailOtpErrors);
