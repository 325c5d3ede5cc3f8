import type { Page } from "playwright-core";

/** The text of the place where the photograph was taken, as a camera writes it into a file. */
export const place = "52.5200 N, 13.4050 E";

/** A photograph of 900 by 600 pixels with metadata: red in the left half, blue in the right half. */
export async function photograph(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 900;
    canvas.height = 600;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser has no canvas.");
    context.fillStyle = "#f00";
    context.fillRect(0, 0, 450, 600);
    context.fillStyle = "#00f";
    context.fillRect(450, 0, 450, 600);
    return canvas.toDataURL("image/jpeg", 0.9).split(",")[1] ?? "";
  });
  const plain = Buffer.from(base64, "base64");
  const metadata = Buffer.from(`Exif\0\0${place}`, "latin1");
  const segment = Buffer.from([0xff, 0xe1, 0, metadata.length + 2]);
  const buffer = Buffer.concat([plain.subarray(0, 2), segment, metadata, plain.subarray(2)]);
  return { name: "photograph.jpg", mimeType: "image/jpeg", buffer };
}

/** The color in the middle of a picture, and its size. */
export const shownPicture = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const [red = 0, , blue = 0] = context?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? [];
      return { width: canvas.width, height: canvas.height, color: red > blue ? "red" : "blue" };
    });
