import type { ReactElement } from "react";
import { useTime } from "./use-time.js";

/** A moment, in the language of the texts. */
export function Time({ at }: { readonly at: Date }): ReactElement {
  const write = useTime();
  return <time dateTime={at.toISOString()}>{write(at)}</time>;
}
