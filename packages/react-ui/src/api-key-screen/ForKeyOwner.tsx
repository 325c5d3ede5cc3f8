import { Fragment, type ReactElement, type ReactNode } from "react";
import { userKeys } from "../api-key/owner.js";
import type { ApiKeyOwner, ApiKeyOwnerKind } from "../api-key/types.js";
import { useUI } from "../context.js";
import { InOrganization } from "../organization/InOrganization.js";
import { organizationKeys } from "./organization-keys.js";

/** The properties of `ForKeyOwner`. */
export interface ForKeyOwnerProps {
  readonly owner: ApiKeyOwnerKind;
  readonly children: (owner: ApiKeyOwner) => ReactNode;
}

/** Content for an owner, mounted anew for another organization; or why no organization is active. */
export function ForKeyOwner({ owner, children }: ForKeyOwnerProps): ReactElement {
  const { organizationRoles } = useUI();
  if (owner === "user") return <Fragment>{children(userKeys)}</Fragment>;
  return <InOrganization>{(view) => children(organizationKeys(view, organizationRoles))}</InOrganization>;
}
