import { type Entity, entity, variants } from "../schema/entity.js";
import {
  absent,
  date,
  essential,
  type Field,
  laterAbsent,
  list,
  literal,
  metadata,
  nullable,
  openLiteral,
  scalar,
  stray,
  text,
  tree,
  type UnknownValue,
} from "../schema/field.js";
import type { ClientIn, ClientOf, TolerantIn, TolerantOf, UnknownMember, WireIn, WireOf } from "../schema/forms.js";
import { type FilterConjunction, filterOperator } from "./enumerations.js";

const filterConditionFields = {
  conjunction: absent,
  clauses: absent,
  /** A property of the event's metadata, or `name`, `source` or `timestamp`. */
  property: essential(text),
  operator: essential(filterOperator),
  value: essential(scalar),
};

/** `FilterCondition` from the API: snake_case. */
export interface FilterConditionWire extends WireOf<typeof filterConditionFields> {}
/** A condition of a meter's filter (client form): camelCase. */
export interface FilterCondition extends ClientOf<typeof filterConditionFields> {}
/** `FilterCondition` of any API version: unknown values stay. */
export interface TolerantFilterCondition extends TolerantOf<typeof filterConditionFields> {}

/** Compares a property of an event. */
export const filterCondition: Entity<FilterConditionWire, FilterCondition, TolerantFilterCondition> = entity(
  "FilterCondition",
  filterConditionFields,
);

/** `MeterFilter` from the API: snake_case. */
export interface MeterFilterWire {
  readonly conjunction: FilterConjunction;
  readonly clauses: readonly (MeterFilterWire | FilterConditionWire)[];
}
/** A group of a meter's filter (client form): camelCase. */
export interface MeterFilter {
  readonly conjunction: FilterConjunction;
  readonly clauses: readonly (MeterFilter | FilterCondition)[];
}
/** `MeterFilter` of any API version: unknown values stay. */
export interface TolerantMeterFilter {
  readonly conjunction: FilterConjunction | UnknownValue;
  readonly clauses: readonly (TolerantMeterFilter | TolerantFilterCondition)[];
}

/** The maximum number of group levels; a filter with more is rejected. */
export const maxFilterLevels = 64;

/** Clauses joined by "and" or "or"; a clause is a condition or another group. */
const group: Entity<MeterFilterWire, MeterFilter, TolerantMeterFilter> = entity("MeterFilter", {
  /** `matchesFilter` answers false for a group with an unknown conjunction. */
  conjunction: openLiteral("and", "or"),
  property: absent,
  operator: absent,
  value: absent,
  clauses: essential(list(tree(() => clause, "clauses", maxFilterLevels))),
});

const clause: Field = variants("FilterClause", "conjunction", { group, filterCondition }, null);

export { group as meterFilter };

const countAggregationFields = {
  /** Newer versions may omit `func`. */
  func: laterAbsent(literal("count")),
  /** Unused by a count. Without `func`, the aggregation may be a sum that lost `func`. */
  property: stray("func"),
};

/** `CountAggregation` from the API: snake_case. */
export interface CountAggregationWire extends WireOf<typeof countAggregationFields> {}
/** A meter's count of matching events (client form): camelCase. */
export interface CountAggregation extends ClientOf<typeof countAggregationFields> {}
/** `CountAggregation` of any API version: unknown values stay. */
export interface TolerantCountAggregation extends TolerantOf<typeof countAggregationFields> {}

/** How many events match. */
export const countAggregation: Entity<CountAggregationWire, CountAggregation, TolerantCountAggregation> = entity(
  "CountAggregation",
  countAggregationFields,
);

const propertyAggregationFields = {
  func: literal("sum", "max", "min", "avg"),
  property: essential(text),
};

/** `PropertyAggregation` from the API: snake_case. */
export interface PropertyAggregationWire extends WireOf<typeof propertyAggregationFields> {}
/** A meter's aggregation of a property of matching events (client form): camelCase. */
export interface PropertyAggregation extends ClientOf<typeof propertyAggregationFields> {}
/** `PropertyAggregation` of any API version: unknown values stay. */
export interface TolerantPropertyAggregation extends TolerantOf<typeof propertyAggregationFields> {}

/** A figure over a property of the matching events. */
export const propertyAggregation: Entity<PropertyAggregationWire, PropertyAggregation, TolerantPropertyAggregation> =
  entity("PropertyAggregation", propertyAggregationFields);

const aggregationFields = {};

const meterAggregationMembers = { countAggregation, propertyAggregation };

/** The fields common to members of newer versions. */
interface NewerMeterAggregation extends TolerantOf<typeof aggregationFields> {}

/** `MeterAggregation` from the API: snake_case. */
export type MeterAggregationWire = WireIn<typeof meterAggregationMembers>;
/** A meter's aggregation of matching events (client form): camelCase. */
export type MeterAggregation = ClientIn<typeof meterAggregationMembers>;
/** `MeterAggregation` of any API version: unknown values stay. */
export type TolerantMeterAggregation =
  | TolerantIn<typeof meterAggregationMembers>
  | UnknownMember<"func", NewerMeterAggregation>;

/** A meter's aggregation of matching events, by `func`. */
export const meterAggregation: Entity<MeterAggregationWire, MeterAggregation, TolerantMeterAggregation> = variants(
  "MeterAggregation",
  "func",
  meterAggregationMembers,
  aggregationFields,
);

const meterFields = {
  metadata,
  created_at: date,
  modified_at: nullable(date),
  id: text,
  name: text,
  filter: essential(group),
  aggregation: essential(meterAggregation),
  organization_id: text,
};

/** `Meter` from the API: snake_case, ISO dates. */
export interface MeterWire extends WireOf<typeof meterFields> {}
/** A meter (client form): camelCase, `Date` values. */
export interface Meter extends ClientOf<typeof meterFields> {}
/** `Meter` of any API version: unknown values stay. */
export interface TolerantMeter extends TolerantOf<typeof meterFields> {}

/** A definition of billable usage. */
export const meter: Entity<MeterWire, Meter, TolerantMeter> = entity("Meter", meterFields);
