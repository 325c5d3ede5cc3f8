import type { Result } from "./use-actions.ts";

/** Its line is there before it says anything, so that it is read out and nothing moves. */
export const ResultLine = ({ text, isGood }: Result) => (
  <p className={isGood ? "result" : "result bad"} role="status">
    {text}
  </p>
);
