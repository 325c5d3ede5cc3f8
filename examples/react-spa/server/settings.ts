import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the environment says, and what holds when it says nothing. */
export const port = Number(process.env.PORT || 3000);
export const baseURL = process.env.BASE_URL || `http://localhost:${port}`;
export const isDevelopment = process.env.NODE_ENV !== "production";

const dataFolder = process.env.DATA_FOLDER || join(import.meta.dirname, "../data");
mkdirSync(dataFolder, { recursive: true, mode: 0o700 });

export const databasePath = join(dataFolder, "app.db");
export const secret = process.env.AUTH_SECRET || generatedSecret(join(dataFolder, "secret"));

/** Made once and kept, so that everybody stays signed in when the server starts again. */
function generatedSecret(path: string): string {
  try {
    writeFileSync(path, randomBytes(32).toString("base64"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(path, "utf8");
}
