interface BusyProps {
  readonly isBusy: boolean;
  readonly label: string;
  readonly busy: string;
  readonly onClick?: () => void;
  readonly kind?: "primary" | "quiet" | "danger";
  /** Has no room for words while it works. */
  readonly isSmall?: boolean;
  /** Where several buttons say the same, what this one is for. */
  readonly name?: string;
  /** The server asked to wait for so long. */
  readonly waitSeconds?: number;
}

/** A button that keeps its width and its focus while it works, and while it has to wait. */
export function Busy({ isBusy, label, busy, onClick, kind = "primary", isSmall, name, waitSeconds = 0 }: BusyProps) {
  const isResting = isBusy || waitSeconds > 0;
  return (
    <button
      className={isSmall ? `button small ${kind}` : `button ${kind}`}
      type={onClick ? "button" : "submit"}
      aria-disabled={isResting}
      aria-label={name}
      onClick={isResting ? undefined : onClick}
    >
      <span className="face" data-shown={!isBusy}>
        {waitSeconds > 0 ? `Wait ${waitSeconds} s` : label}
      </span>
      <span className="face" data-shown={isBusy}>
        <span className="spinner" />
        <span className={isSmall ? "unseen" : undefined}>{busy}</span>
      </span>
    </button>
  );
}
