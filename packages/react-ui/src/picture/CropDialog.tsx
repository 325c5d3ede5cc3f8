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
  /** With the URL of the new picture, or with the picture as a data URL. */
  readonly chosen: (url: string) => void;
  readonly close: () => void;
}

const canvasSide = 320;

/** The user chooses the square of a picture: by the pointer, or by three sliders, which the keyboard moves. */
export function CropDialog({ file, kind, chosen, close }: CropDialogProps): ReactElement {
  const texts = useTexts("picture", english);
  const { bitmap, problem } = useDecoded(file);
  const [crop, setCrop] = useState(middle);
  const { isBusy, hasFailed, use } = useEncoded({ bitmap, crop, kind, chosen });
  const change = (part: Partial<Crop>): void => {
    if (bitmap) setCrop((now) => insideOf(bitmap, { ...now, ...part }));
  };
  return (
    <Dialog title={texts.title} lead={problem ? undefined : texts.lead} close={close}>
      <ErrorLine text={problem ?? (hasFailed ? texts.notSaved : null)} />
      {!problem && (
        <>
          <CropCanvas bitmap={bitmap} crop={crop} kind={kind} label={texts.preview} change={change} />
          <Slider name="zoom" label={texts.zoom} range={[1, maxZoom]} crop={crop} change={change} />
          <Slider name="x" label={texts.across} range={[0, 1]} crop={crop} change={change} />
          <Slider name="y" label={texts.down} range={[0, 1]} crop={crop} change={change} />
          <Button label={texts.use} busyLabel={texts.using} isBusy={isBusy || !bitmap} onClick={use} />
        </>
      )}
    </Dialog>
  );
}

interface Cropping {
  readonly crop: Crop;
  readonly change: (part: Partial<Crop>) => void;
}

interface SliderProps extends Cropping {
  readonly name: keyof Crop;
  readonly label: string;
  readonly range: readonly [number, number];
}

function Slider({ name, label, range: [least, most], crop, change }: SliderProps): ReactElement {
  return (
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
}

interface CropCanvasProps extends Cropping, Pick<CropDialogProps, "kind"> {
  readonly bitmap: ImageBitmap | null;
  readonly label: string;
}

/** Shows the square; the pointer moves the picture below. */
function CropCanvas({ bitmap, crop, kind, label, change }: CropCanvasProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragged = useRef<{ readonly x: number; readonly y: number } | null>(null);

  useEffect(() => {
    if (canvas.current && bitmap) draw(canvas.current, bitmap, crop);
  }, [bitmap, crop]);

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
  function stop(): void {
    dragged.current = null;
  }

  return (
    <canvas
      ref={canvas}
      className="kh-crop"
      data-kind={kind}
      width={canvasSide}
      height={canvasSide}
      role="img"
      aria-label={label}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={drag}
      onPointerUp={stop}
      onPointerCancel={stop}
    />
  );
}

interface Encoding extends Pick<CropDialogProps, "kind" | "chosen"> {
  readonly bitmap: ImageBitmap | null;
  readonly crop: Crop;
}

/** Encodes the chosen square, and stores it with the app if the app has a place for pictures. */
function useEncoded({ bitmap, crop, kind, chosen }: Encoding) {
  const { images } = useUI();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  async function use(): Promise<void> {
    if (!bitmap || isBusy) return;
    setBusy(true);
    setFailed(false);
    try {
      const blob = await encode(bitmap, crop, images === null);
      const url = blob && (await (images ? images(blob, kind) : dataURLOf(blob)));
      // The user may have closed the dialog during the upload.
      if (url && isShown.current) return chosen(url);
      setFailed(url === null);
    } catch {
      setFailed(true);
    }
    setBusy(false);
  }
  return { isBusy, hasFailed, use };
}

interface DecodedFile {
  /** Null: not yet, or never. */
  readonly bitmap: ImageBitmap | null;
  readonly problem: string | null;
}

/** The pixels of a file, turned as the camera recorded. */
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
