export {
  type PublicOptions,
  type PublicOptionsEndpoints,
  type PublicOptionsHooks,
  type PublicOptionsPlugin,
  type PublicOptionsTypes,
  publicOptions,
} from "./plugin.js";
