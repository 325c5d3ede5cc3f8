import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import type { FactorPart } from "./part.ts";

interface RenewCodesProps extends FactorPart {
  readonly left: number;
  readonly done: (backupCodes: readonly string[]) => void;
}

const fewCodes = 3;

/** The number of unused backup codes, and a button for new ones. */
export function RenewCodes({ left, done }: RenewCodesProps) {
  const { busy, result, act } = useActions();

  const renew = (): Promise<boolean> =>
    act("renew", {
      call: async () => {
        const { data, error } = await authClient.twoFactor.generateBackupCodes({});
        if (data) done(data.backupCodes);
        return error;
      },
      said: "",
    });

  return (
    <section className="group">
      <h2>Backup codes</h2>
      <p className={left <= fewCodes ? "bad" : "soft"}>
        {left <= fewCodes ? `Only ${left} left: make new ones.` : `${left} of 10 left. New ones end the old ones.`}
      </p>
      <Busy kind="quiet" isBusy={busy !== null} label="Make new codes" busy="Making…" onClick={renew} />
      <ResultLine {...result} />
    </section>
  );
}
