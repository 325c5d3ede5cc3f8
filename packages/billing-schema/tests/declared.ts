import type { Mode } from "@keyhold/billing-schema";
import type { Declaration, Field } from "../src/schema/field.ts";

/**
 * A second, plain implementation of what the declarations mean: the allowed values of a place, and their forms. The
 * package is compared with this file, which imports only the declarations of the package.
 */

/** `period_end_2` is `periodEnd2`: every word after the first begins with a capital. */
export function clientName(wire: string): string {
  const [first = "", ...words] = wire.split("_");
  return first + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Also of a key `__proto__`, lost by assignment. */
export const objectOf = (entries: readonly (readonly [string, unknown])[]): object => Object.fromEntries(entries);

/** The known values of a union's discriminator; undefined for an absent key. */
export function literalsOf(field: Field, on: string): ReadonlySet<unknown> {
  const { is } = field;
  if (is.kind === "variants") return new Set(is.members.flatMap((member) => [...literalsOf(member, on)]));
  if (is.kind !== "object") throw new Error("The members of a union are objects.");
  return new Set(valuesAt(is.fields[on]?.is));
}

function valuesAt(is: Declaration | undefined): readonly unknown[] {
  if (is?.kind === "literal") return is.values;
  if (is?.kind === "laterAbsent") return [...valuesAt(is.of.is), undefined];
  return [undefined];
}

const dateForm = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-](\d\d):(\d\d))$/;

export function isDateText(value: unknown): boolean {
  const [, year, month, day, hour, minute, second, offsetHour = 0, offsetMinute = 0] =
    (typeof value === "string" && dateForm.exec(value)) || [];
  if (year === undefined) return false;
  const lastDay = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= lastDay;
  const isTime = Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 59;
  return isDay && isTime && Number(offsetHour) <= 23 && Number(offsetMinute) <= 59;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const isInteger = (value: unknown): boolean => Number.isSafeInteger(value);
const isScalar = (value: unknown): boolean => isText(value) || isFlag(value) || isInteger(value);

const isScalarOrFraction = (value: unknown): boolean => isScalar(value) || Number.isFinite(value);

const strictlyInMaps = {
  metadata: isScalarOrFraction,
  customerMetadata: isScalar,
  processorMetadata: isText,
  customFieldData: (value: unknown) => isScalar(value) || value === null,
  flags: isFlag,
};
const allowedInMaps = {
  strict: strictlyInMaps,
  tolerant: {
    ...strictlyInMaps,
    customerMetadata: isScalarOrFraction,
    customFieldData: (value: unknown) => isScalarOrFraction(value) || value === null,
  },
};

/** True for null, or an absent key, at a field of an object that tolerant mode can do without. */
export function mayBeMissing({ isEssential }: Field, value: unknown, mode: Mode): boolean {
  return mode === "tolerant" && isEssential !== true && (value === null || value === undefined);
}

/** True if the wire form of a field may be this value; undefined is an absent key. */
export function allows(field: Field, value: unknown, mode: Mode, around: unknown = {}): boolean {
  const { is } = field;
  switch (is.kind) {
    case "text":
      return isText(value);
    case "integer":
      return isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "flag":
      return isFlag(value);
    case "scalar":
      return isScalar(value);
    case "date":
      return isDateText(value);
    case "choice":
      return isText(value) && (mode === "tolerant" || is.values.includes(value));
    case "literal":
      return is.values.some((one) => one === value) || (mode === "tolerant" && is.isOpen === true && isText(value));
    case "absent":
      return value === undefined;
    case "stray":
      return value === undefined || (mode === "tolerant" && isObject(around) && around[is.beside] !== undefined);
    case "list":
      return Array.isArray(value) && value.every((item) => allows(is.of, item, mode, around));
    case "map":
      return isObject(value) && Object.values(value).every(allowedInMaps[mode][is.values]);
    case "nullable":
      return value === null || allows(is.of, value, mode, around);
    case "optional":
    case "default":
      return value === undefined || allows(is.of, value, mode, around);
    case "laterNullable":
      return (mode === "tolerant" && value === null) || allows(is.of, value, mode, around);
    case "laterAbsent":
      return (mode === "tolerant" && value === undefined) || allows(is.of, value, mode, around);
    case "tree":
      return allows(is.of(), value, mode, around);
    case "object":
      return (
        isObject(value) &&
        Object.entries(is.fields).every(
          ([name, inner]) => mayBeMissing(inner, value[name], mode) || allows(inner, value[name], mode, value),
        )
      );
    case "variants": {
      if (!isObject(value)) return false;
      const member = memberOf(is, value);
      if (member) return allows(member, value, mode, around);
      return mode === "tolerant" && is.common !== null && isText(value[is.on]) && allows(commonOf(is), value, mode);
    }
    case "dependent": {
      const member = dependentMember(is, around);
      return isObject(value) && (member === undefined || allows(member, value, mode, around));
    }
  }
}

export function memberOf(
  is: Extract<Declaration, { kind: "variants" }>,
  value: Readonly<Record<string, unknown>>,
): Field | undefined {
  return is.members.find((member) => literalsOf(member, is.on).has(value[is.on])) ?? openMemberOf(is);
}

/** The member for the values of no other member. */
function openMemberOf({ members, on }: Extract<Declaration, { kind: "variants" }>): Field | undefined {
  return members.find(({ is }) => {
    const place = is.kind === "object" ? is.fields[on]?.is : undefined;
    return place?.kind === "literal" && place.isOpen;
  });
}

function commonOf(is: Extract<Declaration, { kind: "variants" }>): Field {
  return { is: { kind: "object", name: is.name, fields: is.common ?? {} } };
}

export function dependentMember(is: Extract<Declaration, { kind: "dependent" }>, around: unknown): Field | undefined {
  const type = is.on.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), around);
  return isText(type) && Object.hasOwn(is.members, type) ? is.members[type] : undefined;
}

/** How a walk over a wire form, along the declaration, builds another form. */
export interface Building {
  readonly mode: Mode;
  readonly date: (text: string) => unknown;
  readonly name: (wire: string) => string;
}

/**
 * The expected result of a wire form: without the fields that strict mode drops, with the defaults; dates by `date`.
 */
export function build(field: Field, value: unknown, building: Building, around: unknown = {}): unknown {
  if (value === null || value === undefined) return value;
  const { is } = field;
  switch (is.kind) {
    case "date":
      return building.date(String(value));
    case "list":
      return Array.isArray(value) ? value.map((item) => build(is.of, item, building, around)) : value;
    case "nullable":
    case "optional":
    case "default":
    case "laterNullable":
    case "laterAbsent":
      return build(is.of, value, building, around);
    case "tree":
      return build(is.of(), value, building, around);
    case "object":
      return buildObject(is.fields, value, building);
    case "variants":
      return isObject(value) ? build(memberOf(is, value) ?? commonOf(is), value, building, around) : value;
    case "dependent": {
      const member = dependentMember(is, around);
      if (member) return build(member, value, building, around);
      // The value has no declaration.
      return building.mode === "strict" ? {} : value;
    }
    default:
      return value;
  }
}

function buildObject(fields: Readonly<Record<string, Field>>, value: unknown, building: Building): unknown {
  if (!isObject(value)) return value;
  const newer = Object.entries(value).filter(([name]) => !Object.hasOwn(fields, name));
  const isNewer = building.mode === "tolerant" && newer.length > 0;
  const own = Object.entries(fields).flatMap(([name, field]): (readonly [string, unknown])[] => {
    const given = value[name] === undefined ? fallbackOf(field, isNewer) : build(field, value[name], building, value);
    return given === undefined ? [] : [[building.name(name), given]];
  });
  return objectOf(isNewer ? [...own, ...newer] : own);
}

/** For a key absent in newer versions, their data has no default. */
function fallbackOf({ is }: Field, isNewer: boolean): boolean | undefined {
  if (is.kind === "laterAbsent") return isNewer ? undefined : fallbackOf(is.of, isNewer);
  return is.kind === "default" ? is.value : undefined;
}
