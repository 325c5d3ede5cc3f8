import { useEffect, useRef } from "react";

/**
 * For a form or button that stays busy after a success until the next screen. A router may keep the screen hidden, by
 * `<Activity>` of React, and show it again unchanged: busy, and with the password. Answers a function to call after a
 * success; when the screen is hidden, `rest` is called, and the form is emptied.
 */
export function useLeft(rest: () => void): (form: HTMLFormElement | null) => void {
  const done = useRef<{ readonly form: HTMLFormElement | null } | null>(null);
  const isShown = useRef(false);
  const leave = useRef(clear);
  useEffect(() => {
    leave.current = clear;
  });
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      leave.current();
    };
  }, []);

  function clear(): void {
    if (done.current === null) return;
    done.current.form?.reset();
    done.current = null;
    rest();
  }

  return (form) => {
    done.current = { form };
    if (!isShown.current) clear();
  };
}
