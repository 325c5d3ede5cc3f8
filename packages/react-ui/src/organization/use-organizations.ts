import type { FullClient } from "../client.js";
import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import { organization as english } from "../texts/en/organization.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";

/** An organization in the list of a user. */
export type ListedOrganization = NonNullable<ReturnType<FullClient["useListOrganizations"]>["data"]>[number];

/** The organizations of the user. */
export interface OrganizationsState {
  /** Null: not known yet. */
  readonly organizations: readonly ListedOrganization[] | null;
  /** The active organization; null: none, or not known yet. */
  readonly active: ListedOrganization | null;
  /** Why the list could not be loaded; null: no error. */
  readonly readError: string | null;
  readonly retry: () => Promise<void>;
  /** The id of the organization that is being activated; null: none. */
  readonly busy: string | null;
  /** Why the last chosen organization could not be activated; null: no error. */
  readonly error: string | null;
  /** Makes an organization active in this session, and goes to it. */
  readonly activate: (id: string) => void;
}

/**
 * The organizations of the user, without markup. All components share one request.
 *
 * @example const { organizations, active, activate } = useOrganizations();
 */
export function useOrganizations(): OrganizationsState {
  const { client, paths, navigate } = useUI();
  const { codes } = useTexts("organization", english);
  const sentenceOf = useErrorText();
  const { data, error: failed, refetch } = client.useListOrganizations();
  const activeId = client.useSession().data?.session.activeOrganizationId ?? null;
  const { busy, error, run } = useAction();

  async function activate(id: string): Promise<void> {
    const call = async () => (await client.organization.setActive({ organizationId: id })).error;
    if (await run(id, { call, errors: codes })) navigate(paths.organization, { replace: false });
  }

  return {
    organizations: data,
    active: data?.find(({ id }) => id === activeId) ?? null,
    readError: failed && !data ? sentenceOf(failed) : null,
    retry: refetch,
    busy,
    error,
    activate,
  };
}
