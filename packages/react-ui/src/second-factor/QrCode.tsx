import { type ReactElement, useEffect, useState } from "react";

/** ISO/IEC 18004, section 6.3.8: four modules of light around the symbol. */
const quietZone = 4;

interface Drawing {
  readonly size: number;
  readonly path: string;
}

/**
 * A QR code, drawn as a single path: a content security policy may allow neither inline styles nor images of data. The
 * library is loaded on use.
 */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactElement {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let isShown = true;
    import("uqr").then(({ encode }) => {
      const { data, size } = encode(text, { border: 0, ecc: "M" });
      const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
      if (isShown) setDrawing({ size, path: dark.join("") });
    });
    return () => {
      isShown = false;
    };
  }, [text]);
  const whole = (drawing?.size ?? 0) + 2 * quietZone;
  return (
    <svg
      className="kh-qr-code"
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${whole} ${whole}`}
      shapeRendering="crispEdges"
    >
      {drawing && <path d={drawing.path} />}
    </svg>
  );
}
