import { isBanned } from "@keyhold/admin/client";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { sayName } from "../layout/say-name.ts";
import { navigate } from "../router.tsx";
import { errorTexts } from "./error-texts.ts";
import type { ManagedUser } from "./managed.ts";
import { isAdministrator } from "./may.ts";

/** Impersonates a user. It is not offered for administrators and banned users. */
export function Impersonate({ user }: { user: ManagedUser }) {
  const { busy, result, act } = useActions();
  if (isAdministrator(user) || isBanned(user, new Date())) return null;

  async function begin(): Promise<void> {
    const isDone = await act("impersonate", {
      call: async () => (await authClient.admin.impersonateUser({ userId: user.id })).error,
      said: "",
      errorTexts,
    });
    if (isDone) navigate("/");
  }

  return (
    <section className="group">
      <h2>See what they see</h2>
      <p className="soft">
        For an hour at most. It is recorded, and excludes actions of the user alone, e.g. a new password.
      </p>
      <Busy
        kind="quiet"
        isBusy={busy !== null}
        label={`Act as ${sayName(user.name)}`}
        busy="One moment…"
        onClick={begin}
      />
      <ResultLine {...result} />
    </section>
  );
}
