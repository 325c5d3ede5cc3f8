import { type ReactElement, type RefObject, useRef, useState } from "react";
import type { FieldState } from "../form/form-state.js";
import { picture as english } from "../texts/en/picture.js";
import { useTexts } from "../texts/use-texts.js";
import { CropDialog } from "./CropDialog.js";

/**
 * Chooses a file, by a file input that takes dropped files and the keyboard; then the square. Removes a picture. The
 * value of the field is the URL of the picture, or the picture as a data URL.
 */
export function PictureChoice({
  field: { inputProps, picture = "user" },
}: {
  readonly field: FieldState;
}): ReactElement {
  const texts = useTexts("picture", english);
  const [url, setURL] = useState(String(inputProps.defaultValue ?? ""));
  const [file, setFile] = useState<File | null>(null);
  const files = useRef<HTMLInputElement>(null);
  const hidden = useRef<HTMLInputElement>(null);

  function close(): void {
    setFile(null);
    // Then the same file may be chosen again.
    if (files.current) files.current.value = "";
  }

  function change(newURL: string): void {
    setURL(newURL);
    // The form forgets the problem of the field, and that the form was saved.
    hidden.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return (
    <div className="kh-picture-input">
      {url && (
        <span className="kh-picture" data-kind={picture} aria-hidden="true">
          <img src={url} alt="" referrerPolicy="no-referrer" />
        </span>
      )}
      <FileButton input={files} label={texts.choose} inputProps={inputProps} chosen={setFile} />
      {url && (
        <button
          className="kh-button kh-quiet"
          type="button"
          onClick={() => {
            change("");
            files.current?.focus();
          }}
        >
          {texts.remove}
        </button>
      )}
      <input ref={hidden} type="hidden" name={inputProps.name} value={url} />
      {file && (
        <CropDialog
          file={file}
          kind={picture}
          close={close}
          chosen={(newURL) => {
            change(newURL);
            close();
          }}
        />
      )}
    </div>
  );
}

interface FileButtonProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly inputProps: FieldState["inputProps"];
  readonly chosen: (file: File | null) => void;
}

/** A file input that looks like a button. */
function FileButton({ input, label, inputProps, chosen }: FileButtonProps): ReactElement {
  return (
    <span className="kh-file">
      <input
        ref={input}
        type="file"
        id={inputProps.id}
        accept="image/png,image/jpeg,image/webp"
        aria-invalid={inputProps["aria-invalid"]}
        aria-describedby={inputProps["aria-describedby"]}
        onChange={({ target }) => chosen(target.files?.[0] ?? null)}
      />
      <span className="kh-button kh-quiet" aria-hidden="true">
        {label}
      </span>
    </span>
  );
}
