import { randomBytes } from "node:crypto";
import type { Terminal } from "../terminal/terminal.js";

/** A secret for `createAuth`: 32 random bytes, like `openssl rand -base64 32`. */
export const newSecret = (): string => randomBytes(32).toString("base64");

/** Prints a secret. */
export function secret(terminal: Terminal): void {
  terminal.print(newSecret());
}
