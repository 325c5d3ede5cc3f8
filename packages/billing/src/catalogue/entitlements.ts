import { isObject, isWhole } from "@keyhold/core/options";

/** What unlocks a feature: any of the products, benefits and the meter. */
export interface EntitlementRule<Product extends string = string, Name extends string = string> {
  /** Names of `products`: a running subscription of any of them, or a purchase of any of them, unlocks the feature. */
  readonly products?: readonly Product[];
  /** The provider's ids of benefits: a grant of any of them unlocks the feature. */
  readonly benefits?: readonly string[];
  /** The provider's id of a meter: units left on it unlock the feature. */
  readonly meter?: string;
  /**
   * Whether usage beyond the balance of the meter is sold, so that the feature does not end with the balance. It needs
   * `needs`: the feature ends with the subscription that pays. Default false.
   */
  readonly overage?: boolean;
  /** Another entitlement that the owner must have, too. */
  readonly needs?: Name;
  /** For how many days after the end of the period a subscription with a failed payment counts. Default 0. */
  readonly graceDays?: number;
}

/** The entitlements of an app by their names. */
export type Entitlements<Name extends string = string, Product extends string = string> = Readonly<
  Record<Name, EntitlementRule<Product, Name>>
>;

/**
 * Declares what unlocks each feature of an app, for `billing({ entitlements })`. The names are types: a call with another
 * name does not compile.
 *
 * @example const entitlements = defineEntitlements({ pro: { products: ["pro", "pro-yearly"], graceDays: 3 } });
 */
export const defineEntitlements = <
  const Rules extends { readonly [Name in keyof Rules]: EntitlementRule<string, keyof Rules & string> },
>(
  rules: Rules,
): Rules => rules;

const ruleKeys = ["products", "benefits", "meter", "overage", "needs", "graceDays"];

/** The config errors of `entitlements`. `products`: the names of the products. */
export const entitlementErrors = (rules: Entitlements, products: readonly string[]): readonly string[] =>
  Object.entries(rules).flatMap(([name, rule]) =>
    errorsOf(name, rule, { rules, products }).map((error) => `entitlements.${name}${error}`),
  );

function errorsOf(
  name: string,
  rule: EntitlementRule,
  { rules, products }: { readonly rules: Entitlements; readonly products: readonly string[] },
): readonly string[] {
  if (!isObject(rule)) return [': must be an object, e.g. { products: ["pro"] }'];
  // Answers have the names as keys, and the paths of their dates are in the content type.
  if (!/^[\w-]+$/.test(name) || name === "__proto__")
    return [": is no name of an entitlement; use letters, digits, hyphens and underscores"];
  const { graceDays, meter, needs, overage } = rule;
  const errors = Object.keys(rule)
    .filter((key) => !ruleKeys.includes(key))
    .map((key) => `.${key}: is no option; the options are ${ruleKeys.join(", ")}`);
  if (!isTexts(rule.products)) errors.push(".products: must be a list of names of products");
  if (!isTexts(rule.benefits)) errors.push(".benefits: must be a list of the provider's ids of benefits");
  if (meter !== undefined && !isText(meter)) errors.push(".meter: must be the provider's id of a meter");
  if (overage !== undefined && typeof overage !== "boolean") errors.push(".overage: must be true or false");
  if (graceDays !== undefined && !isWhole(graceDays, 0, 365)) {
    errors.push(".graceDays: must be a whole number from 0 to 365");
  }
  if (errors.length > 0) return errors;
  const { products: named = [], benefits = [] } = rule;
  for (const product of named) {
    if (!products.includes(product)) errors.push(`.products: ${product} is not in products`);
  }
  if (named.length + benefits.length === 0 && meter === undefined) {
    errors.push(": names no product, no benefit and no meter, so no owner can ever have it");
  }
  // Usage beyond the balance never ends by itself.
  if (needs === undefined)
    return overage ? [...errors, ".overage: needs `needs`, the entitlement of the subscription that pays"] : errors;
  if (!Object.hasOwn(rules, needs)) errors.push(`.needs: ${needs} is no entitlement`);
  else if (isCircle(name, rules)) errors.push(".needs: goes in a circle");
  return errors;
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isTexts = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.every(isText));

/** Whether an entitlement needs itself, through any number of others. */
function isCircle(name: string, rules: Entitlements): boolean {
  const seen = new Set<string>();
  for (let next = rules[name]?.needs; next !== undefined && !seen.has(next); next = rules[next]?.needs) {
    if (next === name) return true;
    seen.add(next);
  }
  return false;
}
