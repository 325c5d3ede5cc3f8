import { authClient } from "../auth-client.ts";
import { type Result, useActions } from "../form/use-actions.ts";
import { navigate } from "../router.tsx";
import { errorTexts } from "./error-texts.ts";

interface Switch {
  /** The id of the organization that is being activated. */
  readonly busy: string | null;
  readonly result: Result;
  /** Activates an organization in this session, and opens its screen. */
  readonly switchTo: (organization: { readonly id: string }) => Promise<void>;
}

export function useSwitch(): Switch {
  const { busy, result, act } = useActions();
  async function switchTo({ id }: { readonly id: string }): Promise<void> {
    const isDone = await act(id, {
      call: async () => (await authClient.organization.setActive({ organizationId: id })).error,
      said: "",
      errorTexts,
    });
    if (isDone) navigate("/organization");
  }
  return { busy, result, switchTo };
}
