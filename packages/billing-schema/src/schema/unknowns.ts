/** A part of the data that differs from this version's contract; the part is kept. */
export interface Unknown {
  /** An unknown value of an enumeration, member of a union, or field; `missing`: a known field without a value. */
  readonly kind: "value" | "member" | "field" | "missing";
  /** Where in the wire form, e.g. `["data", "benefit", "type"]`. */
  readonly path: readonly (string | number)[];
}

const findings = new WeakMap<object, readonly Unknown[]>();

export function noteUnknowns(decoded: object, unknowns: readonly Unknown[]): void {
  if (unknowns.length > 0) findings.set(decoded, unknowns);
}

/**
 * The unknowns of a decoded entity or event: values, members and fields newer than this version of the library, and
 * known fields without a value. A hundred at most. Pass the result of `decode`, not a copy.
 *
 * @example unknownsIn(order.decode(json, { mode: "tolerant" })) // [{ kind: "value", path: ["status"] }]
 */
export function unknownsIn(decoded: object): readonly Unknown[] {
  return findings.get(decoded) ?? [];
}
