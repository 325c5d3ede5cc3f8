/** Calls per second of so many callers, each of whom calls again when answered. `call` gets the number of the call. */
export async function perSecond(
  callers: number,
  count: number,
  call: (number: number) => Promise<unknown>,
): Promise<number> {
  let begun = 0;
  const startedAt = performance.now();
  const caller = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      await call(begun);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (count / (performance.now() - startedAt)) * 1000;
}
