import { it } from "vitest";
import { type Bench, settle } from "./bench.js";

export const callers = 16;

/** How one caller of a race ended: with an answer, or thrown out. */
export type Outcome<T> = { readonly answer: T } | { readonly error: unknown };

/** Starts sixteen callers at once and waits for all of them. */
export async function race<T>(work: (caller: number) => Promise<T>): Promise<readonly Outcome<T>[]> {
  const starts = Array.from({ length: callers }, (_, caller) => settle(() => work(caller)));
  const outcomes = await Promise.all(starts);
  return outcomes.map((outcome) => (outcome.isRefused ? { error: outcome.error } : { answer: outcome.answer }));
}

/** The answers of those who were not thrown out. */
export const answers = <T>(outcomes: readonly Outcome<T>[]): T[] =>
  outcomes.flatMap((outcome) => ("answer" in outcome ? [outcome.answer] : []));

export const isError = <T>(outcome: Outcome<T>): outcome is { readonly error: unknown } => "error" in outcome;

/** Thrown by a caller to leave a transaction; any other error is the adapter's. */
export class Refused extends Error {}

/** What went wrong beside the refusals that a race expects, for a failure message. */
export const surprises = <T>(outcomes: readonly Outcome<T>[]): string[] =>
  outcomes.filter(isError).flatMap(({ error }) => (error instanceof Refused ? [] : [String(error)]));

/** Runs one race as often as the bench asks for, each time with rows of its own. */
export function raceTest(bench: Bench, name: string, round: () => Promise<void>): void {
  const time = 30_000 + bench.rounds * 2_000;
  it(name, { timeout: time }, async () => {
    for (let count = 0; count < bench.rounds; count += 1) await round();
  });
}
