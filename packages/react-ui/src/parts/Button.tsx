import type { ReactElement, ReactNode } from "react";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import { Note } from "./Note.js";

/** The properties of `Button`. */
export interface ButtonProps {
  readonly label: string;
  /** The label while the button is busy. */
  readonly busyLabel: string;
  readonly isBusy: boolean;
  /** Default: the button submits the form. */
  readonly onClick?: (() => void) | undefined;
  readonly kind?: "primary" | "quiet" | "danger";
  /** Rendered before the label. */
  readonly icon?: ReactNode;
  /** A short note on the edge of the button, e.g. "Last used". */
  readonly note?: string | undefined;
  readonly isSmall?: boolean;
  /** The accessible name, if several buttons share a label. */
  readonly name?: string | undefined;
  /** The remaining seconds of a rate limit. */
  readonly waitSeconds?: number;
  /** Disabled: the id of the element with the reason. */
  readonly disabledBy?: string | undefined;
}

/** A button that keeps its width and focus while busy or waiting. */
export function Button(props: ButtonProps): ReactElement {
  const {
    label,
    busyLabel,
    isBusy,
    onClick,
    kind = "primary",
    icon,
    note,
    isSmall,
    name,
    waitSeconds = 0,
    disabledBy,
  } = props;
  const { wait } = useTexts("common", common);
  const isResting = isBusy || waitSeconds > 0 || disabledBy !== undefined;
  return (
    <button
      className={`kh-button kh-${kind}${isSmall ? " kh-small" : ""}`}
      type={onClick ? "button" : "submit"}
      aria-disabled={isResting}
      aria-label={name && note ? `${name}, ${note}` : name}
      aria-describedby={disabledBy}
      onClick={isResting ? undefined : onClick}
    >
      <span className="kh-face" data-shown={!isBusy}>
        {icon}
        {waitSeconds > 0 ? wait(waitSeconds) : label}
      </span>
      <span className="kh-face" data-shown={isBusy}>
        <span className="kh-spinner" />
        <span className={isSmall ? "kh-unseen" : undefined}>{busyLabel}</span>
      </span>
      <Note text={note} />
    </button>
  );
}
