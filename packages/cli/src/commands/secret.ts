import { newSecret } from "../config/new-secret.js";
import type { Terminal } from "../terminal/terminal.js";

/** Prints a secret. */
export function secret(terminal: Terminal): void {
  terminal.print(newSecret());
}
