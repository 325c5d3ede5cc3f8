import { useState } from "react";
import { Busy } from "../../form/Busy.tsx";
import { Link } from "../../router.tsx";
import type { ShopProblem } from "../call.ts";

const texts: Readonly<Record<ShopProblem, string>> = {
  "no connection": "No connection to the server.",
  "signed out": "You are signed out. Sign in to see this page.",
  "not a member": "Only members of the merchant's organization can see it.",
  failed: "The server could not read it. Try again in a moment.",
};

interface ProblemProps {
  /** The missing data, as the start of a sentence. */
  readonly what: string;
  readonly problem: ShopProblem;
  readonly retry: () => Promise<void>;
}

/** Shown in place of data that could not be read. */
export function Problem({ what, problem, retry }: ProblemProps) {
  const [isBusy, setBusy] = useState(false);

  async function tryAgain(): Promise<void> {
    setBusy(true);
    await retry();
    setBusy(false);
  }

  return (
    <div className="empty" role="alert">
      <p className="name">{problem === "not a member" ? "Not for you" : `${what} could not be read`}</p>
      <p className="soft">{texts[problem]}</p>
      {problem === "not a member" ? (
        <Link className="button quiet" href="/">
          Back to your account
        </Link>
      ) : (
        <Busy kind="quiet" isBusy={isBusy} label="Try again" busy="Trying…" onClick={tryAgain} />
      )}
    </div>
  );
}
