import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { expect } from "vitest";

export interface RoundFigures {
  /** Answers 503 that were sent again. */
  readonly refusals: number;
  readonly milliseconds: number;
}

/** Adds a round to the file of `print-figures.ts`, if it asks for it. */
export function noteRound(figures: RoundFigures): void {
  const path = process.env.OUTAGE_FIGURES;
  const { currentTestName: test, testPath = "" } = expect.getState();
  const file = relative(process.cwd(), testPath);
  if (path) appendFileSync(path, `${JSON.stringify({ file, test, ...figures })}\n`);
}
