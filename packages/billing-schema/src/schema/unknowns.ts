/** A part of the data that a newer version of the provider's API sent, unknown to this one; it is kept. */
export interface Unknown {
  /** A value of an enumeration, a member of a union, or a field. */
  readonly kind: "value" | "member" | "field";
  /** Where in the wire form, e.g. `["data", "benefit", "type"]`. */
  readonly path: readonly (string | number)[];
}

const findings = new WeakMap<object, readonly Unknown[]>();

export function noteUnknowns(decoded: object, unknowns: readonly Unknown[]): void {
  if (unknowns.length > 0) findings.set(decoded, unknowns);
}

/**
 * The unknowns of a decoded entity or event: values, members and fields newer than this version of the library. A
 * hundred at most. Pass the result of `decode` itself, not a copy.
 *
 * @example unknownsIn(order.decode(json, { mode: "tolerant" })) // [{ kind: "value", path: ["status"] }]
 */
export function unknownsIn(decoded: object): readonly Unknown[] {
  return findings.get(decoded) ?? [];
}
