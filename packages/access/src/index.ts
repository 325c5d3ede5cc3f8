export type { AnyPermissions, AskedPermissions } from "./asked-permissions.js";
export { defineRoles } from "./define-roles.js";
export { everything, includes, type Permissions, type Statements, without } from "./permissions.js";
export { readPermissions } from "./read-permissions.js";
export { isRoleName, parseRoles, type RoleText, writeRoles } from "./role-names.js";
export { can, permissionsOf, type Roles, unknownRoles } from "./roles.js";
