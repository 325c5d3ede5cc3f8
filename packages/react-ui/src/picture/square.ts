/** The size of a picture, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture: the middle as fractions of the width and the height, and the magnification. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  /** 1: the largest square. */
  readonly zoom: number;
}

/** The square in the middle. */
export const middle: Crop = { x: 0.5, y: 0.5, zoom: 1 };

export const maxZoom = 4;

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The crop, moved so that the square does not leave the picture. */
export function insideOf({ width, height }: Size, { x, y, zoom }: Crop): Crop {
  const bounded = within(zoom, 1, maxZoom);
  const half = Math.min(width, height) / bounded / 2;
  return {
    x: within(x, half / width, 1 - half / width),
    y: within(y, half / height, 1 - half / height),
    zoom: bounded,
  };
}

/** The square of a crop, in pixels of the picture. */
export function squareOf(
  size: Size,
  crop: Crop,
): { readonly left: number; readonly top: number; readonly side: number } {
  const { x, y, zoom } = insideOf(size, crop);
  const side = Math.min(size.width, size.height) / zoom;
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side };
}
