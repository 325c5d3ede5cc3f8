import { type Permissions, readPermissions, type Statements } from "@keyhold/access";
import { readRecord } from "../json-record.js";

/** What a role that an organization made may do: of what is stored, all that the app's statements still have. */
export function readStored(permission: string, statements: Statements): Permissions {
  const stored = readRecord(permission) ?? {};
  const left = Object.entries(statements).map(([resource, actions]) => {
    const listed = Object.hasOwn(stored, resource) ? stored[resource] : [];
    return [resource, Array.isArray(listed) ? actions.filter((action) => listed.includes(action)) : []] as const;
  });
  return readPermissions(Object.fromEntries(left), statements) ?? {};
}

export const writeStored = (permissions: Permissions): string => JSON.stringify(permissions);
