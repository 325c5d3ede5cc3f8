/** A random UUID (RFC 9562, section 5.4). */
export const uuid4 = (): string => crypto.randomUUID();

/** A UUID that begins with the time in milliseconds (RFC 9562, section 5.7), then 74 random bits. */
export function uuid7(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  const [, , , variant, node] = crypto.randomUUID().split("-");
  const random = crypto.randomUUID().slice(0, 3);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}-${variant}-${node}`;
}

/** Whether PostgreSQL answers exactly this text for the UUID: other spellings would match a row whose id differs. */
export const isUuid = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value);
