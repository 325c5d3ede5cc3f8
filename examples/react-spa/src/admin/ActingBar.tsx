import type { SignedIn } from "../account/signed-in.ts";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { useActions } from "../form/use-actions.ts";
import { sayName } from "../layout/say-name.ts";
import { navigate } from "../router.tsx";

/** Shown on every page while an administrator impersonates a user. */
export function ActingBar({ user }: Pick<SignedIn, "user">) {
  const { busy, result, act } = useActions();

  async function stop(): Promise<void> {
    const isDone = await act("stop", {
      call: async () => (await authClient.admin.stopImpersonating()).error,
      said: "",
    });
    if (isDone) navigate(`/admin/users/${user.id}`);
  }

  return (
    <aside className="acting" aria-label="Acting as another user">
      <p role="status">
        You act as <strong>{sayName(user.name)}</strong> <span className="acting-email">({sayName(user.email)})</span>.{" "}
        {result.text || "What you do is recorded."}
      </p>
      <Busy
        kind="quiet"
        isSmall
        isBusy={busy !== null}
        label="Stop"
        busy="Stopping…"
        name={`Stop acting as ${sayName(user.name)}`}
        onClick={stop}
      />
    </aside>
  );
}
