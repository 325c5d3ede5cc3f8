import type { Log, LogEntry } from "./config.js";

// biome-ignore-start lint/suspicious/noConsole: the console is the default log.
const toConsole: Log = ({ level, message, cause }: LogEntry) => {
  const line = `[keyhold] ${message}${cause ? ` ${cause}` : ""}`;
  if (level === "error") console.error(line);
  else console.warn(line);
};
// biome-ignore-end lint/suspicious/noConsole: see above.

/** Logs an unexpected error with message and stack, without possible secrets. */
export function logFailure(log: Log = toConsole, message: string, thrown: unknown): void {
  const write = async (): Promise<void> => log({ level: "error", message, cause: describe(thrown, 0) });
  // A failure of the log, immediate or later, is dropped, since that failure must not fail the request of a user.
  write().catch(() => undefined);
}

/** Logs a warning. The message must contain no value. */
export function logWarning(log: Log = toConsole, message: string): void {
  const write = async (): Promise<void> => log({ level: "warning", message });
  write().catch(() => undefined);
}

function describe(thrown: unknown, depth: number): string {
  if (!(thrown instanceof Error)) return `A ${typeof thrown} was thrown.`;
  const name = /^\w{1,64}$/.test(thrown.name) ? thrown.name : "Error";
  const message = String(thrown.message);
  const own = [`${name}: ${redact(message)}`, ...framesOf(String(thrown.stack), message)].join("\n");
  // A connection tried at several addresses names the reason only in the first of the errors.
  const cause: unknown = thrown.cause ?? (thrown instanceof AggregateError ? thrown.errors[0] : undefined);
  return cause === undefined || depth === 3 ? own : `${own}\nCaused by ${describe(cause, depth + 1)}`;
}

const frame = /^\s+at .*(?::\d+:\d+\)?|\(<anonymous>\)|\(index \d+\)|\(native\))$/;

/** The stack frames. A stack begins with the message, and a line of the message may look like a frame. */
function framesOf(stack: string, message: string): readonly string[] {
  const lines = stack.slice(stack.indexOf(message) + message.length).split("\n");
  return lines.filter((line) => frame.test(line)).slice(0, 8);
}

/** A regular expression that restarts at each character of a long run is quadratic: find whole words first. */
const word = /[\w.-]+/g;
const secretName = /password|secret|token|cookie|authorization|hash/i;
const secretValue = /["']?(?:\s*[=:]\s*|\s+(?=["']))(?:"[^"]*"|'[^']*'|(?:Bearer|Basic)\s+\S+|\S+)/iy;

/** Removes pairs of a name such as `password` and its value. */
function redactSecretPairs(text: string): string {
  let redacted = "";
  let end = 0;
  for (const { 0: name, index } of text.matchAll(word)) {
    if (index < end || !secretName.test(name)) continue;
    secretValue.lastIndex = index + name.length;
    const value = secretValue.exec(text);
    if (!value) continue;
    redacted += `${text.slice(end, index)}[redacted]`;
    end = secretValue.lastIndex;
  }
  return redacted + text.slice(end);
}

/** `=(…)`, as PostgreSQL prints values. Only text up to the last parenthesis is searched. */
function redactParentheses(text: string): string {
  const end = text.lastIndexOf(")") + 1;
  return text.slice(0, end).replace(/=\([^)]*\)/g, "=([redacted])") + text.slice(end);
}

const redactAddresses = (text: string): string =>
  text.replace(/[^\s"'<>]+/g, (run) => (/[^@]@[^@]/.test(run) ? "[redacted]" : run));

/** After these words, drivers print the parameters of the statement. */
const sent =
  /\b(?:params|parameters|values|bindings|args|arguments|body|payload|headers|input|row|contains)\b\s*[=:([{].*/i;
/** After these words, double quotes enclose names of the database; elsewhere they enclose values. */
const quoted = /(\b(?:column|constraint|relation|table|index|model|row of|write of|conflict on)\s)?"[^"]*"/gi;

/**
 * The first line of a message, without possible values. Drivers put values into their messages: quoted text, key=value
 * pairs and words as long as a token are removed.
 */
export function redact(text: string): string {
  const [line = ""] = text.trimStart().slice(0, 4000).split("\n", 1);
  const named = redactSecretPairs(line.replace(sent, "[redacted]"))
    .replace(/'[^']*'/g, "'[redacted]'")
    .replace(quoted, (whole, before?: string) => (before ? whole : '"[redacted]"'));
  return redactAddresses(redactParentheses(named).replace(/[A-Za-z0-9+/_-]{24,}/g, "[redacted]")).slice(0, 1000);
}
