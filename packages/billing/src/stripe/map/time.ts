/** An ISO date of seconds since 1970. */
export const dateText = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Null for null. */
export const dateTextOrNull = (seconds: number | null): string | null => (seconds === null ? null : dateText(seconds));
