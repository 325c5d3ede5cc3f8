import type { ReactElement, ReactNode } from "react";
import { Told, type ToldProps } from "../parts/Time.js";

/** The properties of `DeviceRow`. */
export interface DeviceRowProps {
  readonly name: string;
  readonly isPhone: boolean;
  /** Beside the name. */
  readonly tag?: string | false | undefined;
  readonly about: ToldProps["say"];
  /** The action at the end of the row. */
  readonly children?: ReactNode;
}

/** A browser in a list. */
export const DeviceRow = ({ name, isPhone, tag, about, children }: DeviceRowProps): ReactElement => (
  <li>
    <svg className="kh-device-icon" viewBox="0 0 32 32" aria-hidden="true">
      {isPhone ? (
        <path d="M11 4h10a2 2 0 0 1 2 2v20a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Zm3.5 20.5h3" />
      ) : (
        <path d="M7 7h18a1.5 1.5 0 0 1 1.5 1.5V21h-21V8.5A1.5 1.5 0 0 1 7 7ZM2.5 21h27v2a2 2 0 0 1-2 2h-23a2 2 0 0 1-2-2Z" />
      )}
    </svg>
    <div>
      <p className="kh-name">
        {name}{" "}
        {tag && (
          <span className="kh-tag" data-tone="good">
            {tag}
          </span>
        )}
      </p>
      <p className="kh-meta">
        <Told say={about} />
      </p>
    </div>
    {children}
  </li>
);
