import { decimalOf, plainText } from "./decimal.js";
import { isReservedProperty, type MeterEvent, readEventProperty } from "./meter-event.js";

/** A condition on a property. The operators are eq, ne, gt, gte, lt, lte, like and not_like. */
export interface MeterFilterCondition {
  readonly property: string;
  readonly operator: string;
  readonly value: string | number | boolean;
}

/** Clauses joined by `and` or `or`; a clause is a condition or another group. */
export interface MeterFilterGroup {
  readonly conjunction: string;
  readonly clauses: readonly (MeterFilterGroup | MeterFilterCondition)[];
}

/**
 * True if an event counts for a meter, by the billing rules on filters. If the provider's database and in-memory
 * evaluation disagree, the database decides, because the provider bills by the database.
 *
 * - A group without clauses matches. Leading `metadata.`, dotted paths and reserved names work as for
 *   `readEventProperty`: `name` and `source` compare with strings only, `timestamp` (whole epoch seconds) with numbers
 *   only.
 * - A missing or null property never matches, not even `ne` and `not_like`; nor does a property with an object or list.
 * - A string compares with the text of the value, in code point order: 5 is `5`, true is `t`, false is `f`. So the
 *   string `3` is `gte` 10.
 * - A number never matches a string. Booleans are ordered false before true; between a boolean and a number, on either
 *   side, the boolean counts as 0 or 1.
 * - `like` and `not_like` search a case-sensitive substring, with `%` and `_` as ordinary characters, in the property's
 *   text: a number as plain decimal, a boolean as `true` or `false`. The value's text is as above.
 * - An unknown conjunction or operator, say of a newer provider, never matches.
 *
 * Groups are walked without recursion, so a filter may be nested as deeply as memory allows. Throws a `RangeError` when
 * a condition reads the timestamp of an event with an invalid date.
 *
 * @example
 * matchesFilter(
 *   { conjunction: "and", clauses: [{ property: "tokens", operator: "gte", value: 10 }] },
 *   { name: "completion", source: "user", timestamp: new Date(0), metadata: { tokens: 12 } },
 * ); // true
 */
export function matchesFilter(filter: MeterFilterGroup, event: MeterEvent): boolean {
  const open: OpenGroup[] = [{ group: filter, nextClause: 0 }];
  let result: boolean | undefined;
  for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
    const clause = isSettled(current.group, result) ? undefined : current.group.clauses[current.nextClause];
    if (clause === undefined) {
      result = isKnownConjunction(current.group) && (result ?? true);
      open.pop();
    } else if (isGroup(clause)) {
      current.nextClause += 1;
      open.push({ group: clause, nextClause: 0 });
      result = undefined;
    } else {
      current.nextClause += 1;
      result = matchesCondition(clause, event);
    }
  }
  return result === true;
}

/** A group being evaluated, and the clause to look at next. */
interface OpenGroup {
  readonly group: MeterFilterGroup;
  nextClause: number;
}

/** True if the result of the latest clause, `undefined` before the first, already decides the group. */
function isSettled(group: MeterFilterGroup, latest: boolean | undefined): boolean {
  return !isKnownConjunction(group) || latest === (group.conjunction === "or");
}

function isKnownConjunction({ conjunction }: MeterFilterGroup): boolean {
  return conjunction === "and" || conjunction === "or";
}

/** A clause with the keys of both is a group, as for the provider. */
function isGroup(clause: MeterFilterGroup | MeterFilterCondition): clause is MeterFilterGroup {
  return "clauses" in clause;
}

function matchesCondition({ property, operator, value }: MeterFilterCondition, event: MeterEvent): boolean {
  if (typeof property !== "string") return false;
  const actual = readEventProperty(event, property);
  if (isReservedProperty(property) && typeof actual !== typeof value) return false;
  if (operator === "like" || operator === "not_like") {
    const text = propertyText(actual);
    const part = valueText(value);
    return text !== undefined && part !== undefined && text.includes(part) === (operator === "like");
  }
  const order = compareProperty(actual, value);
  return order !== undefined && holds(operator, order);
}

function holds(operator: string, order: number): boolean {
  switch (operator) {
    case "eq":
      return order === 0;
    case "ne":
      return order !== 0;
    case "gt":
      return order > 0;
    case "gte":
      return order >= 0;
    case "lt":
      return order < 0;
    case "lte":
      return order <= 0;
    default:
      return false;
  }
}

/** Negative, zero or positive; `undefined` where the two do not compare. */
function compareProperty(actual: unknown, value: unknown): number | undefined {
  if (typeof actual === "string") {
    const text = valueText(value);
    return text === undefined ? undefined : compareText(actual, text);
  }
  const left = ordinal(actual);
  const right = ordinal(value);
  if (left === undefined || right === undefined) return undefined;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The number to compare by, of a JSON number or a boolean. */
function ordinal(value: unknown): number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function valueText(value: unknown): string | undefined {
  if (typeof value === "boolean") return value ? "t" : "f";
  return propertyText(value);
}

function propertyText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  return typeof value === "number" && Number.isFinite(value) ? plainText(decimalOf("value", value)) : undefined;
}

/**
 * Code point order, as of UTF-8 bytes; JavaScript's own order puts emoji before some letters with lower code points.
 */
function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = codePointRank(left.charCodeAt(index)) - codePointRank(right.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** A UTF-16 unit's rank in code point order: surrogates encode the highest code points, so they rank last. */
function codePointRank(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}
