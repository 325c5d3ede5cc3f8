import type { CallError } from "@keyhold/client";
import { Busy } from "../form/Busy.tsx";
import { inWords } from "../form/form-error.ts";

interface MoreProps {
  readonly hasMore: boolean;
  readonly isPending: boolean;
  readonly error: CallError | null;
  readonly more: () => void;
}

/** Shown below a list with further pages. */
export const More = ({ hasMore, isPending, error, more }: MoreProps) => (
  <>
    {hasMore && <Busy kind="quiet" isBusy={isPending} label="Show more" busy="Reading…" onClick={more} />}
    <p className="result bad" role="status">
      {error && inWords(error)}
    </p>
  </>
);
