import { expect } from "vitest";

/** A way to sign in by a code, as an attacker and the owner use it. */
export interface GuessedWay {
  /** Asks for a code from a client IP address that no earlier call has used. False: no code was sent. */
  ask(): Promise<boolean>;
  /** Gives a wrong code in the browser of the last `ask`. */
  guess(): Promise<{ readonly status: number; readonly code: unknown }>;
  /** The owner signs in at a browser with an earlier sign-in. */
  signIn(): Promise<void>;
  forward(minutes: number): void;
}

const minutesPerStep = 5;

/**
 * An attacker asks for a code every five minutes for so many days, each time from another network, and guesses as often
 * as a code allows. The owner signs in every six hours. Returns the number of guesses that were compared on each day.
 */
export async function guessedForDays(way: GuessedWay, days: number): Promise<readonly number[]> {
  const compared: number[] = [];
  for (let day = 0; day < days; day += 1) {
    let ofDay = 0;
    for (let minute = 0; minute < 24 * 60; minute += minutesPerStep) {
      if (minute % 360 === 0) await way.signIn();
      way.forward(minutesPerStep);
      if (!(await way.ask())) continue;
      const answers = await Promise.all(Array.from({ length: 5 }, () => way.guess()));
      expect(answers.filter(({ status }) => status !== 400 && status !== 429)).toEqual([]);
      ofDay += answers.filter(({ code }) => code === "INVALID_OTP").length;
    }
    compared.push(ofDay);
  }
  return compared;
}

/**
 * SP 800-63B-4, section 3.2.2: at most a hundred wrong codes in a row on the first day. Afterwards a code is compared
 * once an hour.
 */
export function expectFewGuesses([first = 0, ...later]: readonly number[]): void {
  expect(first).toBeGreaterThan(20);
  expect(first).toBeLessThanOrEqual(100 + 24);
  for (const ofDay of later) expect(ofDay).toBeLessThanOrEqual(24);
}
