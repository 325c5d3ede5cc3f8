import type { CallError } from "@keyhold/react";
import type { ReactElement } from "react";
import { common } from "../texts/en/common.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";
import { Button } from "./Button.js";
import { ErrorLine } from "./ErrorLine.js";

/** The properties of `More`. */
export interface MoreProps {
  readonly hasMore: boolean;
  readonly isPending: boolean;
  readonly error: CallError | null;
  readonly more: () => void;
}

/** Below a list with further pages. */
export function More({ hasMore, isPending, error, more }: MoreProps): ReactElement {
  const texts = useTexts("common", common);
  const sentenceOf = useErrorText();
  return (
    <>
      {hasMore && (
        <Button kind="quiet" isBusy={isPending} label={texts.showMore} busyLabel={texts.loading} onClick={more} />
      )}
      <ErrorLine text={error && sentenceOf(error)} />
    </>
  );
}
