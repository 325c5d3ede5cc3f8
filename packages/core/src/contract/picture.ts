import * as z from "./schema.js";

/**
 * The maximum length of a picture in the database, with the prefix: 12 KB of a PNG, JPEG or WebP file. A column of the
 * type `text` of MySQL takes any text of this length.
 */
export const maxPictureLength = 16_383;
const maxURLLength = 2048;

/** Only http(s), so that no page of the app executes the URL as script. */
const isHttpURL = (value: string): boolean => /^https?:\/\//.test(value) && URL.canParse(value);

/** The URL of a picture. */
export const image = z.string().max(maxURLLength).refine(isHttpURL, "Must be an http or https URL");

/** Whether the first 18 bytes begin a file of the type. SVG is never a picture here: SVG can contain scripts. */
const beginnings: Readonly<Record<string, (bytes: string) => boolean>> = {
  png: (bytes) => bytes.startsWith("\x89PNG\r\n\x1a\n"),
  jpeg: (bytes) => bytes.startsWith("\xff\xd8\xff"),
  webp: (bytes) => bytes.startsWith("RIFF") && bytes.startsWith("WEBP", 8),
};

const dataURL = /^data:image\/(png|jpeg|webp);base64,((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** Checks the content, and not the declared type alone. */
function isSmallPicture(value: string): boolean {
  const [, type = "", base64 = ""] = dataURL.exec(value) ?? [];
  // 24 characters are 18 bytes.
  return beginnings[type]?.(atob(base64.slice(0, 24))) ?? false;
}

/** The URL of a picture, or a small picture as a data URL. */
export const picture: z.Schema<string, string> = z
  .string()
  .max(maxPictureLength)
  .refine(
    // Too long: that is the only problem that the caller is told of.
    (value) =>
      value.length > maxPictureLength || (value.length <= maxURLLength && isHttpURL(value)) || isSmallPicture(value),
    "Must be an http or https URL, or a data URL of a PNG, JPEG or WebP picture of at most 12 KB",
  );
