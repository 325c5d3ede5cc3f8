import { type Crop, type Size, squareOf } from "./square.js";

/** What a canvas draws. */
export type Decoded = CanvasImageSource & Size;

/** Draws the square of a crop over the whole canvas. */
export function draw(canvas: HTMLCanvasElement, picture: Decoded, crop: Crop): void {
  const { left, top, side } = squareOf(picture, crop);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The server takes 12,200 bytes. A list of a hundred people has a hundred pictures. */
const maxStoredBytes = 12_000;
const storedSides = [256, 192, 128, 96];
const uploadedSides = [512];

/**
 * The square as a new picture, which has the pixels and nothing else of the file: no place, no camera. For the database
 * the first size with few bytes; for the app's own storage 512 pixels. Null if this browser cannot encode the picture.
 */
export async function encode(picture: Decoded, crop: Crop, isStored: boolean): Promise<Blob | null> {
  for (const side of isStored ? storedSides : uploadedSides) {
    const blob = await encodedAs(side, picture, crop);
    if (blob && (!isStored || blob.size <= maxStoredBytes)) return blob;
  }
  return null;
}

async function encodedAs(side: number, picture: Decoded, crop: Crop): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  draw(canvas, picture, crop);
  const webp = await blobOf(canvas, "image/webp");
  // A browser that cannot write WebP answers PNG, which is large for photographs.
  if (webp?.type === "image/webp") return webp;
  const context = canvas.getContext("2d");
  if (!context) return null;
  // JPEG has no transparency: what is transparent would be black.
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, side, side);
  return blobOf(canvas, "image/jpeg");
}

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, 0.85));

export const dataURLOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
