/** Something that a newer version of the provider's API sent and this one does not know; it is kept. */
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
 * What of a decoded entity or event is newer than this version of the library, and kept all the same: look here when
 * the provider has changed something. A hundred at most. Asked of what `decode` answered itself, not of a copy.
 *
 * @example unknownsIn(order.decode(json, { mode: "tolerant" })) // [{ kind: "value", path: ["status"] }]
 */
export function unknownsIn(decoded: object): readonly Unknown[] {
  return findings.get(decoded) ?? [];
}
