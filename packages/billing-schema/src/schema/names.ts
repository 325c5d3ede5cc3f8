/** On the wire names are snake_case and dates text; in the client form names are camelCase and dates `Date`. */
export type Form = "wire" | "client";

/** `current_period_end` → `currentPeriodEnd`. */
export function camelName(name: string): string {
  return name.includes("_") ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) : name;
}

/** `currentPeriodEnd` → `current_period_end`: undoes `camelName` of every name that the provider uses. */
export function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What the name of a declaration, which is the wire's, is in a form. */
export function namesOf(form: Form): (name: string) => string {
  return form === "wire" ? (name) => name : camelName;
}
