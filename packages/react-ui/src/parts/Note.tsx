import type { ReactElement } from "react";

/** A short note on the edge of a button, e.g. "Last used". A part of the button's accessible name. */
export const Note = ({ text }: { readonly text: string | undefined }): ReactElement | null =>
  text ? (
    <>
      {" "}
      <span className="kh-note">{text}</span>
    </>
  ) : null;
