import { endpointsFor } from "@keyhold/core/plugin";
import { captchaErrors } from "../errors.js";
import type { ProofOfWorkOptions } from "./options.js";

export const endpoint = endpointsFor<ProofOfWorkOptions, typeof captchaErrors>(captchaErrors);
