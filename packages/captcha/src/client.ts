// Loads the entry point: a compiler names the types of an app by it.
export type {} from "@keyhold/client/plugin";
// The types in a client's type: an app inferring types from a client can name them.
export type { CaptchaErrorCode } from "./errors.js";
export type { CaptchaEvent } from "./events.js";
export {
  type ClientWithWork,
  type ProofOfWorkClient,
  proofOfWorkClient,
  solverOf,
  type Work,
} from "./proof-of-work/client.js";
export type { ProofOfWorkEndpoints } from "./proof-of-work/endpoints.js";
export type { ProofOfWorkTypes } from "./proof-of-work/plugin.js";
