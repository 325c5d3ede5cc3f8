export type { PublicOptionsEndpoints } from "./endpoints.js";
export type { PublicOptionsHooks } from "./hooks/offers.js";
export { type PublicOptionsPlugin, type PublicOptionsTypes, publicOptions } from "./plugin.js";
export type { PublicOptions } from "./routes/public-options.js";
