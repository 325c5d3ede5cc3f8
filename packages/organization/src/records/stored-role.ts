import { type Permissions, readPermissions, type Statements } from "@keyhold/access";
import { readRecord } from "./json-record.js";

/** Reads the stored permissions of an organization's role; omits actions no longer in the app's statements. */
export function readStored(permission: string, statements: Statements): Permissions {
  const stored = readRecord(permission) ?? {};
  const left = Object.entries(statements).map(([resource, actions]) => {
    const listed = Object.hasOwn(stored, resource) ? stored[resource] : [];
    return [resource, Array.isArray(listed) ? actions.filter((action) => listed.includes(action)) : []] as const;
  });
  return readPermissions(Object.fromEntries(left), statements) ?? {};
}

export const writeStored = (permissions: Permissions): string => JSON.stringify(permissions);
