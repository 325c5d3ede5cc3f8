import { useRef, useState } from "react";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { Dialog } from "../layout/Dialog.tsx";
import { sayName } from "../layout/say-name.ts";
import { errorTexts } from "./error-texts.ts";
import type { ManagedUser } from "./managed.ts";

interface ResetProps {
  readonly user: ManagedUser;
  readonly changed: () => Promise<void>;
}

/** For a user who has lost the phone and the backup codes. */
export function ResetTwoFactor({ user, changed }: ResetProps) {
  const [isAsking, setAsking] = useState(false);
  const { busy, result, act } = useActions();
  const top = useRef<HTMLHeadingElement>(null);

  async function reset(): Promise<void> {
    setAsking(false);
    const isDone = await act("reset", {
      call: async () => (await authClient.admin.resetTwoFactor({ userId: user.id })).error,
      said: "Their second factors are removed, and they are signed out everywhere.",
      errorTexts,
    });
    if (!isDone) return;
    await changed();
    // The button is removed after its action; the focus moves to the heading.
    top.current?.focus();
  }

  return (
    <section className="group">
      <h2 ref={top} tabIndex={-1}>
        Second factor
      </h2>
      <p className="soft">
        {user.twoFactorEnabled
          ? "If they have lost their phone and their backup codes, and you are sure that it is them."
          : "They have none."}
      </p>
      {user.twoFactorEnabled && (
        <Busy
          kind="quiet"
          isBusy={busy !== null}
          label="Reset second factors…"
          busy="Resetting…"
          onClick={() => setAsking(true)}
        />
      )}
      <ResultLine {...result} />
      {isAsking && (
        <Dialog
          title={`Reset the second factors of ${sayName(user.name)}?`}
          lead="Their app, backup codes and trusted browsers end, they are signed out everywhere, and an email tells them. Until they set up new ones, their password alone opens the account."
          cancel="Keep them"
          close={() => setAsking(false)}
        >
          <button className="button danger" type="button" onClick={reset}>
            Reset second factors
          </button>
        </Dialog>
      )}
    </section>
  );
}
