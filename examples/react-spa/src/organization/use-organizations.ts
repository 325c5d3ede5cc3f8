import type { SignedIn } from "../account/signed-in.ts";
import { authClient } from "../auth-client.ts";

type View = ReturnType<typeof authClient.useListOrganizations>;

interface Organizations extends View {
  /** The active organization; null while it is unknown, too. */
  readonly current: NonNullable<View["data"]>[number] | null;
}

/** The user's organizations. All components share one request. */
export function useOrganizations({ activeOrganizationId }: SignedIn["session"]): Organizations {
  const view = authClient.useListOrganizations();
  return { ...view, current: view.data?.find(({ id }) => id === activeOrganizationId) ?? null };
}
