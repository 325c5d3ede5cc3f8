import { it } from "vitest";
import { type Bench, settle } from "./bench.js";

export const callers = 16;

/** The result of a caller of a race: an answer or an error. */
export type Outcome<T> = { readonly answer: T } | { readonly error: unknown };

/** Starts sixteen callers at once and waits for all of them. */
export async function race<T>(work: (caller: number) => Promise<T>): Promise<readonly Outcome<T>[]> {
  const starts = Array.from({ length: callers }, (_, caller) => settle(() => work(caller)));
  const outcomes = await Promise.all(starts);
  return outcomes.map((outcome) => (outcome.isRejected ? { error: outcome.error } : { answer: outcome.answer }));
}

/** The answers of the callers without an error. */
export const answers = <T>(outcomes: readonly Outcome<T>[]): T[] =>
  outcomes.flatMap((outcome) => ("answer" in outcome ? [outcome.answer] : []));

export const isError = <T>(outcome: Outcome<T>): outcome is { readonly error: unknown } => "error" in outcome;

/** Thrown by a caller to leave a transaction. All other errors are the adapter's. */
export class Rejected extends Error {}

/** The errors that a race does not expect, for a failure message. */
export const surprises = <T>(outcomes: readonly Outcome<T>[]): string[] =>
  outcomes.filter(isError).flatMap(({ error }) => (error instanceof Rejected ? [] : [String(error)]));

/** Runs a race `bench.rounds` times, each time with new rows. */
export function raceTest(bench: Bench, name: string, round: () => Promise<void>): void {
  // Only a hang is longer: sixteen callers of a slow database on a busy machine need seconds for a round.
  const timeout = bench.timeoutMilliseconds + bench.rounds * 5_000;
  it(name, { timeout }, async () => {
    for (let count = 0; count < bench.rounds; count += 1) await round();
  });
}
