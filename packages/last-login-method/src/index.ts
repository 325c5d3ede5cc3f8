export type { LastLoginMethodOptions } from "./options.js";
export {
  type LastLoginMethodPlugin,
  type LastLoginMethodTypes,
  type LastLoginMethodUser,
  lastLoginMethod,
} from "./plugin.js";
