export type { CaptchaErrorCode } from "./errors.js";
export type { CaptchaEvent } from "./events.js";
export type { ProofOfWorkEndpoints } from "./proof-of-work/endpoints.js";
export type { ProofOfWorkOptions } from "./proof-of-work/options.js";
export { type ProofOfWorkPlugin, type ProofOfWorkTypes, proofOfWork } from "./proof-of-work/plugin.js";
