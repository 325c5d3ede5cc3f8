import { useEffect, useState } from "react";

/** How many seconds are still to be waited, and how to begin a wait. */
export function useWait(): readonly [seconds: number, wait: (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, setSeconds];
}
