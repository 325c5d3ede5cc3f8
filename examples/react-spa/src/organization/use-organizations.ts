import type { SignedIn } from "../account/signed-in.ts";
import { authClient } from "../auth-client.ts";

type View = ReturnType<typeof authClient.useListOrganizations>;

interface Organizations extends View {
  /** The one that this session works in; null while that is not known, too. */
  readonly current: NonNullable<View["data"]>[number] | null;
}

/** The organizations of the person. However many components ask, they are read once. */
export function useOrganizations({ activeOrganizationId }: SignedIn["session"]): Organizations {
  const view = authClient.useListOrganizations();
  return { ...view, current: view.data?.find(({ id }) => id === activeOrganizationId) ?? null };
}
