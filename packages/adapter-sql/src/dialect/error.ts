/** Reads a property of a thrown value. */
export function property(error: unknown, name: string): unknown {
  return typeof error === "object" && error !== null && name in error ? Reflect.get(error, name) : undefined;
}

export const textProperty = (error: unknown, name: string): string => {
  const value = property(error, name);
  return typeof value === "string" ? value : "";
};

/** Node's error codes for lost or failed connections. */
const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENETRESET",
  "ENOTCONN",
  "EADDRNOTAVAIL",
  "EAI_FAIL",
  "EAI_NODATA",
  "ERR_SOCKET_CLOSED",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
  "ENOENT",
]);

export const isSocketError = (error: unknown): boolean =>
  socketCodes.has(textProperty(error, "code")) && textProperty(error, "syscall") !== "open";
