import type { ReactNode } from "react";

interface BusyProps {
  readonly isBusy: boolean;
  readonly label: string;
  readonly busy: string;
  readonly onClick?: () => void;
  readonly kind?: "primary" | "quiet" | "danger";
  /** Rendered before the label. */
  readonly mark?: ReactNode;
  /** Without a text while it is busy. */
  readonly isSmall?: boolean;
  /** The accessible name, if several buttons have the same label. */
  readonly name?: string;
  /** The remaining seconds of a rate limit. */
  readonly waitSeconds?: number;
  /** Disabled: the id of the element with the reason. */
  readonly rejectedBy?: string | undefined;
}

/** A button that keeps its width and its focus while it is busy or has to wait. */
export function Busy({ isBusy, label, busy, onClick, kind = "primary", mark, isSmall, name, ...why }: BusyProps) {
  const { waitSeconds = 0, rejectedBy } = why;
  const isResting = isBusy || waitSeconds > 0 || rejectedBy !== undefined;
  return (
    <button
      className={["button", isSmall && "small", kind].filter(Boolean).join(" ")}
      type={onClick ? "button" : "submit"}
      aria-disabled={isResting}
      aria-label={name}
      aria-describedby={rejectedBy}
      onClick={isResting ? undefined : onClick}
    >
      <span className="face" data-shown={!isBusy}>
        {mark}
        {waitSeconds > 0 ? `Wait ${waitSeconds} s` : label}
      </span>
      <span className="face" data-shown={isBusy}>
        <span className="spinner" />
        <span className={isSmall ? "unseen" : undefined}>{busy}</span>
      </span>
    </button>
  );
}
