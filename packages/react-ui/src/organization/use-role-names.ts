import { parseRoles, type RoleText } from "@keyhold/access";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";

/** A function that writes roles as text: "owner,admin" is "Owner, Admin". */
export function useRoleNames(): (role: RoleText | null) => string {
  const { roles } = useTexts("organization", english);
  return (role) =>
    parseRoles(role ?? "")
      .map((one) => (Object.hasOwn(roles, one) ? (roles[one]?.name ?? one) : one))
      .join(", ");
}
