/** Runs calls of the provider one after another, and none after the end of the attempt: another attempt may have begun. */
export function everyTurn(signal: AbortSignal): <T>(call: () => Promise<T>) => Promise<T> {
  async function turn<T>(call: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    return call();
  }
  return turn;
}
