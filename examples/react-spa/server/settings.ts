import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Settings from the environment, with defaults. */
export const port = readPort(process.env.PORT || "3000");
export const baseURL = process.env.AUTH_URL || `http://localhost:${port}`;
export const isDevelopment = process.env.NODE_ENV !== "production";

export const dataFolder = process.env.DATA_FOLDER || join(import.meta.dirname, "../data");
mkdirSync(dataFolder, { recursive: true, mode: 0o700 });

export const databasePath = join(dataFolder, "app.db");
export const secret =
  process.env.AUTH_SECRET || madeOnce(join(dataFolder, "secret"), randomBytes(32).toString("base64"));

/** Shared with the payments provider, which signs webhooks with it; in development with that of this computer. */
export const webhookSecret =
  process.env.BILLING_WEBHOOK_SECRET || madeOnce(join(dataFolder, "webhook-secret"), randomBytes(32).toString("hex"));

/** The token of the payments provider on this computer. */
export const billingToken = (): string =>
  madeOnce(join(dataFolder, "billing-token"), `polar_oat_${randomBytes(24).toString("hex")}`);

/** The password of the administrator, while this is a demo. */
export const administratorPassword = (): string =>
  madeOnce(join(dataFolder, "administrator"), randomBytes(12).toString("hex"));

/** Reads a stored secret, or stores a new one: users stay signed in when the server restarts. */
function madeOnce(path: string, made: string): string {
  try {
    writeFileSync(path, made, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(path, "utf8");
}

function readPort(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  console.error(`PORT is "${text}": give a number up to 65535, as in PORT=3001 npm run demo.`);
  process.exit(1);
}
