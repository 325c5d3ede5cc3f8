import type { MapValues } from "./field.js";
import type { Mode } from "./mode.js";

const isText = (value: unknown): boolean => typeof value === "string";
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isInteger = (value: unknown): boolean => Number.isSafeInteger(value);

interface Rule {
  readonly accepts: (value: unknown) => boolean;
  readonly expected: string;
}

type Rules = { readonly [K in MapValues]: Rule };

// The accepted values of each map.
const strictRules: Rules = {
  metadata: {
    accepts: (value) => isText(value) || isNumber(value) || isFlag(value),
    expected: "string, number or boolean",
  },
  customerMetadata: {
    accepts: (value) => isText(value) || isInteger(value) || isFlag(value),
    expected: "string, integer or boolean",
  },
  processorMetadata: { accepts: isText, expected: "string" },
  customFieldData: {
    accepts: (value) => value === null || isText(value) || isInteger(value) || isFlag(value),
    expected: "string, integer, boolean or null",
  },
  flags: { accepts: isFlag, expected: "boolean" },
};

// A fraction where the contract has integers is still a number, and the event around it is worth more.
const tolerantRules: Rules = {
  ...strictRules,
  customerMetadata: strictRules.metadata,
  customFieldData: {
    accepts: (value) => value === null || strictRules.metadata.accepts(value),
    expected: "string, number, boolean or null",
  },
};

export function mapRule(values: MapValues, mode: Mode): Rule {
  return (mode === "strict" ? strictRules : tolerantRules)[values];
}

// The keys of rejected values, `__proto__` included: JSON may contain this key as data.
export function misfits(map: object, rule: Rule): readonly string[] {
  return Object.keys(map).filter((key) => !rule.accepts(Reflect.get(map, key)));
}
