import type { Log, LogEntry } from "./config.js";

// biome-ignore-start lint/suspicious/noConsole: the console is where surprises go when the app names no other place.
const toConsole: Log = ({ level, message, cause }: LogEntry) => {
  const line = `[keyhold] ${message}${cause ? ` ${cause}` : ""}`;
  if (level === "error") console.error(line);
  else console.warn(line);
};
// biome-ignore-end lint/suspicious/noConsole: see above.

/** Writes a surprise to the app's log: what was thrown and where, cleared of what may be a secret. */
export function logFailure(log: Log = toConsole, message: string, thrown: unknown): void {
  log({ level: "error", message, cause: describe(thrown, 0) });
}

function describe(thrown: unknown, depth: number): string {
  if (!(thrown instanceof Error)) return `A ${typeof thrown} was thrown.`;
  const frames = (thrown.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const own = `${thrown.name}: ${redact(thrown.message)}${frames.length > 0 ? `\n${frames.slice(0, 8).join("\n")}` : ""}`;
  return thrown.cause === undefined || depth === 3 ? own : `${own}\nCaused by ${describe(thrown.cause, depth + 1)}`;
}

/** Drivers put values into their messages: quoted text, key=value pairs and anything as long as a token goes. */
export function redact(text: string): string {
  return text
    .replace(/\b[\w.-]*(?:password|secret|token|cookie|authorization|hash)[\w.-]*\s*[=:]\s*\S+/gi, "[redacted]")
    .replace(/'[^']*'/g, "'[redacted]'")
    .replace(/=\([^)]*\)/g, "=([redacted])")
    .replace(/[A-Za-z0-9+/_-]{24,}/g, "[redacted]")
    .replace(/[^\s"'<>@]+@[^\s"'<>@]+/g, "[redacted]")
    .slice(0, 1000);
}
