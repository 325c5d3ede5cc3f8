import type { ReactNode } from "react";

interface BusyProps {
  readonly isBusy: boolean;
  readonly label: string;
  readonly busy: string;
  readonly onClick?: () => void;
  readonly kind?: "primary" | "quiet" | "danger";
  /** Stands before the label. */
  readonly mark?: ReactNode;
  /** Has no room for words while it works. */
  readonly isSmall?: boolean;
  /** Where several buttons say the same, what this one is for. */
  readonly name?: string;
  /** The server asked to wait for so long. */
  readonly waitSeconds?: number;
  /** It cannot be used: the id of what says why. */
  readonly rejectedBy?: string | undefined;
}

/** A button that keeps its width and its focus while it works, and while it has to wait. */
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
