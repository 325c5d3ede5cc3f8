import { type RefObject, useEffect, useRef } from "react";

/** The element that gets the focus when a value changes, because the control that changed it is gone. */
export function useFocusOnChange<Shown extends HTMLElement>(value: unknown): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  const last = useRef(value);
  useEffect(() => {
    if (last.current !== value) element.current?.focus();
    last.current = value;
  }, [value]);
  return element;
}
