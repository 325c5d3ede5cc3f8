import { expect, test } from "vitest";
import type { Field } from "../schema/field.js";
import { membersOf } from "../schema/members.js";
import { benefit } from "./benefit.js";
import { customField } from "./custom-field.js";
import { discount } from "./discount.js";
import {
  aggregationFunction,
  benefitType,
  customFieldType,
  discountDuration,
  discountType,
  filterConjunction,
  priceAmountType,
} from "./enumerations.js";
import { meterAggregation, meterFilter } from "./meter.js";
import { currentPrice } from "./price.js";

/** The values that choose the members of a union. */
function discriminatorsOf({ is }: Field): unknown[] {
  if (is.kind !== "variants") throw new Error("This is no union.");
  return [...membersOf(is).keys()].filter((value) => value !== undefined);
}

function literalsAt({ is }: Field, name: string): unknown {
  const place = is.kind === "object" ? is.fields[name]?.is : undefined;
  return place?.kind === "literal" ? place.values : undefined;
}

test.each<[string, readonly string[], readonly unknown[]]>([
  ["benefits", benefitType.values, discriminatorsOf(benefit)],
  ["custom fields", customFieldType.values, discriminatorsOf(customField)],
  ["discounts", discountType.values, discriminatorsOf(discount)],
  ["prices", priceAmountType.values, discriminatorsOf(currentPrice)],
  ["aggregations", aggregationFunction.values, discriminatorsOf(meterAggregation)],
])("the enumeration of the types of %s is what their union tells its members apart by", (_, values, discriminators) => {
  expect([...values].sort()).toEqual([...discriminators].sort());
});

test("the durations of discounts are the discriminator of both kinds", () => {
  if (discount.is.kind !== "variants") throw new Error("This is no union.");
  for (const kind of discount.is.members) expect(discriminatorsOf(kind)).toEqual(discountDuration.values);
});

test("the conjunctions are those of a filter", () => {
  expect(literalsAt(meterFilter, "conjunction")).toEqual(filterConjunction.values);
});
