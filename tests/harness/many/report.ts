/** What the clients of a simulated run have seen. */
export interface Report {
  /** Durations in milliseconds, by route. */
  readonly durations: Map<string, number[]>;
  /** Requests without an answer of a process, and answers 503, by kind. */
  readonly failures: Map<string, number>;
  /** Failures while `isRestarting`, which no rolling restart may cause. */
  failuresWhileRestarting: number;
  isRestarting: boolean;
  /** Broken promises, in words. Empty after a correct run. */
  readonly violations: string[];
  /** Passed checks, by subject. */
  readonly checks: Map<string, number>;
  /** Emails that were not sent because their process was killed after its answer. */
  lostEmails: number;
  /** Completed scenarios; scenarios that ended with an unknown outcome. */
  completed: number;
  interrupted: number;
}

export const newReport = (): Report => ({
  durations: new Map(),
  failures: new Map(),
  failuresWhileRestarting: 0,
  isRestarting: false,
  violations: [],
  checks: new Map(),
  lostEmails: 0,
  completed: 0,
  interrupted: 0,
});

const increment = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

export function noteDuration({ durations }: Report, route: string, milliseconds: number): void {
  const known = durations.get(route) ?? [];
  known.push(milliseconds);
  durations.set(route, known);
}

export function noteFailure(report: Report, kind: string): void {
  increment(report.failures, kind);
  if (report.isRestarting) report.failuresWhileRestarting += 1;
}

/** Notes a check: a violation unless it holds. */
export function check(report: Report, subject: string, holds: boolean, details = ""): void {
  if (holds) increment(report.checks, subject);
  else report.violations.push(`${subject}: ${details}`);
}

export const requestsOf = ({ durations }: Report): number =>
  [...durations.values()].reduce((sum, { length }) => sum + length, 0);
