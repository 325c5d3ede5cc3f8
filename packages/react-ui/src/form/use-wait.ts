import { useEffect, useState } from "react";

/** The remaining seconds of a wait, and a function that starts a wait. */
export function useWait(): readonly [seconds: number, wait: (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, setSeconds];
}
