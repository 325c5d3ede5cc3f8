import { useMemo } from "react";
import { useUI } from "../context.js";
import { useErrorText } from "../texts/use-error-text.js";
import { defaultOrganizationRoles, rightsOf } from "./rights.js";
import type { OrganizationView } from "./types.js";

/** The state of the active organization. */
export interface OrganizationState {
  readonly step:
    | "reading"
    /** No organization is active, or the user is no longer a member. */
    | "none"
    | "failed"
    | "ready";
  /** Only in the step "ready". */
  readonly view: OrganizationView | null;
  /** Why the organization could not be loaded; null: no error. */
  readonly error: string | null;
  readonly retry: () => Promise<void>;
}

/**
 * The active organization, and what the user may do there, without markup. The hooks of the sections take the `view`.
 *
 * @example
 * const { view } = useOrganization();
 * view?.rights.can({ invitation: ["create"] })
 */
export function useOrganization(): OrganizationState {
  const { client, offers, organizationRoles } = useUI();
  const sentenceOf = useErrorText();
  const { data: organization, ...whole } = client.useActiveOrganization();
  const { data: member, ...own } = client.useActiveMember();
  const isReady = organization !== null && member?.organizationId === organization.id;
  const ownerRole = offers?.ownerRole ?? null;
  const view = useMemo(() => {
    if (!isReady || ownerRole === null) return null;
    const rules = { roles: organizationRoles ?? defaultOrganizationRoles, ownerRole };
    return { organization, member, rights: rightsOf(rules, member.role) };
  }, [isReady, organization, member, organizationRoles, ownerRole]);
  const error = whole.error ?? (organization && own.error);

  function step(): OrganizationState["step"] {
    if (view) return "ready";
    if (whole.isPending || own.isPending) return "reading";
    if (error) return "failed";
    return organization ? "reading" : "none";
  }

  return {
    step: step(),
    view,
    error: error && sentenceOf(error),
    retry: async () => void (await Promise.all([whole.refetch(), own.refetch()])),
  };
}
