import { useHasApiKeys } from "../api-key/use-has-api-keys.js";
import { useUI } from "../context.js";
import { organizationKeys } from "./keys.js";
import { useOrganization } from "./use-organization.js";

const useNothing = (): { readonly view: null } => ({ view: null });

/** Whether the member sees the API keys of the active organization. */
export function useSeesApiKeys(): boolean {
  const { client, organizationRoles } = useUI();
  const hasApiKeys = useHasApiKeys();
  // The plugins of a client do not change. Without the plugin no organization is read for a navigation of the app.
  const useView = "apiKey" in client ? useOrganization : useNothing;
  const { view } = useView();
  return hasApiKeys === true && view !== null && organizationKeys(view, organizationRoles).can("read");
}
