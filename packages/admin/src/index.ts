export type { Permissions } from "@keyhold/access";
export { isBanned } from "./authority/banned.js";
export { type AdminErrorCode, adminErrors } from "./errors.js";
export type { AdminAct, AdminEvent } from "./events.js";
export type { AdminSession, AdminUser, ManagedUser } from "./models.js";
export type { AdminOptions } from "./options.js";
export { adminRoles, adminStatements } from "./permissions.js";
export {
  type AdminEndpoints,
  type AdminPlugin,
  type AdminServerEndpoints,
  type AdminTypes,
  admin,
} from "./plugin.js";
export type { ManagedSession } from "./schemas.js";
