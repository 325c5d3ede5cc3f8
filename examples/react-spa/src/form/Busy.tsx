interface BusyProps {
  readonly isBusy: boolean;
  readonly label: string;
  readonly busy: string;
  readonly onClick?: () => void;
  readonly kind?: "primary" | "quiet";
}

/** A button that keeps its width and its focus while it works. */
export function Busy({ isBusy, label, busy, onClick, kind = "primary" }: BusyProps) {
  return (
    <button
      className={`button ${kind}`}
      type={onClick ? "button" : "submit"}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onClick}
    >
      <span className="face" data-shown={!isBusy}>
        {label}
      </span>
      <span className="face" data-shown={isBusy}>
        <span className="spinner" />
        {busy}
      </span>
    </button>
  );
}
