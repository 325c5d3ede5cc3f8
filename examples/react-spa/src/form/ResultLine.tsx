import type { Result } from "./use-actions.ts";

/** The line exists before its text, so that screen readers announce the text and the layout does not move. */
export const ResultLine = ({ text, isGood }: Result) => (
  <p className={isGood ? "result" : "result bad"} role="status">
    {text}
  </p>
);
