import { onTestFinished, vi } from "vitest";

/**
 * Until the test ends, timers of these delays in milliseconds, or of every delay, fire at once. Answers the delays of
 * such timers.
 */
export function endPauses(lengths?: readonly number[]): readonly number[] {
  const delays: number[] = [];
  const original = setTimeout;
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(((
    callback: (...values: unknown[]) => void,
    delay = 0,
    ...values: unknown[]
  ) => {
    const isPause = lengths?.includes(delay) ?? true;
    if (isPause) delays.push(delay);
    return original(callback, isPause ? 0 : delay, ...values);
  }) as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
  return delays;
}
