import { useHasApiKeys } from "../api-key/use-has-api-keys.js";
import { useUI } from "../context.js";
import { useOrganization } from "../organization/use-organization.js";
import { organizationKeys } from "./organization-keys.js";

/** Whether the member sees the API keys of the active organization. */
export function useSeesApiKeys(): boolean {
  const { organizationRoles } = useUI();
  const hasApiKeys = useHasApiKeys();
  const { view } = useOrganization();
  return hasApiKeys === true && view !== null && organizationKeys(view, organizationRoles).can("read");
}
