import { type PointerEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { useUI } from "../context.js";
import { Button } from "../parts/Button.js";
import { Dialog } from "../parts/Dialog.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { picture as english } from "../texts/en/picture.js";
import { useTexts } from "../texts/use-texts.js";
import { dataURLOf, draw, encode } from "./encode.js";
import { isPictureFile } from "./file-type.js";
import { type Crop, insideOf, maxZoom, middle } from "./square.js";

/** The properties of `CropDialog`. */
export interface CropDialogProps {
  readonly file: File;
  readonly kind: "user" | "organization";
  /** With the URL of the new picture, or with the picture itself as a data URL. */
  readonly chosen: (url: string) => void;
  readonly close: () => void;
}

const canvasSide = 320;

/** The user chooses the square of a picture: by the pointer, or by three sliders, which the keyboard moves. */
export function CropDialog({ file, kind, chosen, close }: CropDialogProps): ReactElement {
  const { images } = useUI();
  const texts = useTexts("picture", english);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { bitmap, problem } = useDecoded(file);
  const [crop, setCrop] = useState(middle);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const dragged = useRef<{ readonly x: number; readonly y: number } | null>(null);

  useEffect(() => {
    if (canvas.current && bitmap) draw(canvas.current, bitmap, crop);
  }, [bitmap, crop]);

  const change = (part: Partial<Crop>): void => {
    if (bitmap) setCrop((now) => insideOf(bitmap, { ...now, ...part }));
  };

  function drag({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): void {
    const from = dragged.current;
    if (!from || !bitmap) return;
    dragged.current = { x: clientX, y: clientY };
    // A pixel of the page, as a part of the picture.
    const scale = Math.min(bitmap.width, bitmap.height) / crop.zoom / currentTarget.clientWidth;
    change({
      x: crop.x - ((clientX - from.x) * scale) / bitmap.width,
      y: crop.y - ((clientY - from.y) * scale) / bitmap.height,
    });
  }

  async function use(): Promise<void> {
    if (!bitmap || isBusy) return;
    setBusy(true);
    setFailed(false);
    try {
      const blob = await encode(bitmap, crop, images === null);
      if (blob) return chosen(await (images ? images(blob, kind) : dataURLOf(blob)));
      setFailed(true);
    } catch {
      setFailed(true);
    }
    setBusy(false);
  }

  const slider = (name: keyof Crop, label: string, least: number, most: number): ReactElement => (
    <label className="kh-slider">
      <span>{label}</span>
      <input
        type="range"
        min={least}
        max={most}
        step="any"
        dir="ltr"
        // The dialog is inside of a form, which must not be sent.
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
        value={crop[name]}
        onChange={({ target }) => change({ [name]: Number(target.value) })}
      />
    </label>
  );

  return (
    <Dialog title={texts.title} lead={problem ? undefined : texts.lead} close={close}>
      <ErrorLine text={problem ?? (hasFailed ? texts.notSaved : null)} />
      {!problem && (
        <>
          <canvas
            ref={canvas}
            className="kh-crop"
            data-kind={kind}
            width={canvasSide}
            height={canvasSide}
            role="img"
            aria-label={texts.preview}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              dragged.current = { x: event.clientX, y: event.clientY };
            }}
            onPointerMove={drag}
            onPointerUp={() => {
              dragged.current = null;
            }}
            onPointerCancel={() => {
              dragged.current = null;
            }}
          />
          {slider("zoom", texts.zoom, 1, maxZoom)}
          {slider("x", texts.across, 0, 1)}
          {slider("y", texts.down, 0, 1)}
          <Button label={texts.use} busyLabel={texts.using} isBusy={isBusy || !bitmap} onClick={use} />
        </>
      )}
    </Dialog>
  );
}

interface DecodedFile {
  /** Null: not yet, or never. */
  readonly bitmap: ImageBitmap | null;
  readonly problem: string | null;
}

/** The pixels of a file, turned as its camera says. */
function useDecoded(file: File): DecodedFile {
  const { wrongType, unreadable } = useTexts("picture", english);
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    let opened: ImageBitmap | null = null;
    async function read(): Promise<void> {
      if (!(await isPictureFile(file))) return setProblem(wrongType);
      try {
        opened = await createImageBitmap(file);
        if (isShown) setBitmap(opened);
        else opened.close();
      } catch {
        setProblem(unreadable);
      }
    }
    read();
    return () => {
      isShown = false;
      opened?.close();
    };
  }, [file, wrongType, unreadable]);
  return { bitmap, problem };
}
