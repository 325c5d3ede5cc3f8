import { type RefObject, useEffect, useState } from "react";

interface DisclosureOptions {
  /** The button that opens it. */
  readonly button: RefObject<HTMLElement | null>;
  /** The button and its content: a click elsewhere closes it. */
  readonly content: RefObject<HTMLElement | null>;
}

interface Disclosure {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/** Content that a button opens, and that closes after Escape, a click elsewhere, or a change of focus. */
export function useDisclosure({ button, content }: DisclosureOptions): Disclosure {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && !content.current?.contains(target)) setOpen(false);
    };
    const closeByKey = ({ key }: KeyboardEvent): void => {
      if (key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    const shut = (): void => setOpen(false);
    addEventListener("pointerdown", closeOutside);
    addEventListener("focusin", closeOutside);
    addEventListener("keydown", closeByKey);
    addEventListener("popstate", shut);
    return () => {
      removeEventListener("pointerdown", closeOutside);
      removeEventListener("focusin", closeOutside);
      removeEventListener("keydown", closeByKey);
      removeEventListener("popstate", shut);
    };
  }, [isOpen, button, content]);

  return { isOpen, toggle: () => setOpen(!isOpen), close: () => setOpen(false) };
}
