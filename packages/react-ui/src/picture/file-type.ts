/** A larger file is no picture for this purpose. */
export const maxFileBytes = 20_000_000;

/** Whether a file is a PNG, JPEG or WebP picture, by the content: the name and the type may be wrong. */
export async function isPictureFile(file: Blob): Promise<boolean> {
  if (file.size > maxFileBytes) return false;
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  return (
    start.startsWith("\x89PNG\r\n\x1a\n") ||
    start.startsWith("\xff\xd8\xff") ||
    (start.startsWith("RIFF") && start.startsWith("WEBP", 8))
  );
}
