/** On the wire names are snake_case and dates text; in the client form names are camelCase and dates `Date`. */
export type Form = "wire" | "client";

/** `current_period_end` → `currentPeriodEnd`. */
export function camelName(name: string): string {
  return name.includes("_") ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) : name;
}

/** `currentPeriodEnd` → `current_period_end`: the inverse of `camelName` for every name of the provider. */
export function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The function from a declared name, as on the wire, to the name in a form. */
export function namesOf(form: Form): (name: string) => string {
  return form === "wire" ? (name) => name : camelName;
}
