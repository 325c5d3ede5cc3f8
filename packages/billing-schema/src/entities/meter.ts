import { type Entity, entity, variants } from "../schema/entity.js";
import {
  absent,
  date,
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
  property: text,
  operator: filterOperator,
  value: scalar,
};

export interface FilterConditionWire extends WireOf<typeof filterConditionFields> {}
export interface FilterCondition extends ClientOf<typeof filterConditionFields> {}
export interface TolerantFilterCondition extends TolerantOf<typeof filterConditionFields> {}

/** Compares one property of an event. */
export const filterCondition: Entity<FilterConditionWire, FilterCondition, TolerantFilterCondition> = entity(
  "FilterCondition",
  filterConditionFields,
);

export interface MeterFilterWire {
  readonly conjunction: FilterConjunction;
  readonly clauses: readonly (MeterFilterWire | FilterConditionWire)[];
}
export interface MeterFilter {
  readonly conjunction: FilterConjunction;
  readonly clauses: readonly (MeterFilter | FilterCondition)[];
}
export interface TolerantMeterFilter {
  readonly conjunction: FilterConjunction | UnknownValue;
  readonly clauses: readonly (TolerantMeterFilter | TolerantFilterCondition)[];
}

/** A filter with more levels of groups than this is refused. */
export const maxFilterLevels = 64;

/** Clauses of which all must hold, or one; a clause is a condition or another group. */
const group: Entity<MeterFilterWire, MeterFilter, TolerantMeterFilter> = entity("MeterFilter", {
  /** `matchesFilter` says of one that is not known that nothing matches. */
  conjunction: openLiteral("and", "or"),
  property: absent,
  operator: absent,
  value: absent,
  clauses: list(tree(() => clause, "clauses", maxFilterLevels)),
});

const clause: Field = variants("FilterClause", "conjunction", { group, filterCondition }, null);

export { group as meterFilter };

const countAggregationFields = {
  /** Newer versions may leave it out. */
  func: laterAbsent(literal("count")),
  /** Means nothing to a count. With a property and no function it would be a sum, say, that lost what tells. */
  property: stray("func"),
};

export interface CountAggregationWire extends WireOf<typeof countAggregationFields> {}
export interface CountAggregation extends ClientOf<typeof countAggregationFields> {}
export interface TolerantCountAggregation extends TolerantOf<typeof countAggregationFields> {}

/** How many events match. */
export const countAggregation: Entity<CountAggregationWire, CountAggregation, TolerantCountAggregation> = entity(
  "CountAggregation",
  countAggregationFields,
);

const propertyAggregationFields = {
  func: literal("sum", "max", "min", "avg"),
  property: text,
};

export interface PropertyAggregationWire extends WireOf<typeof propertyAggregationFields> {}
export interface PropertyAggregation extends ClientOf<typeof propertyAggregationFields> {}
export interface TolerantPropertyAggregation extends TolerantOf<typeof propertyAggregationFields> {}

/** A figure over one property of the events that match. */
export const propertyAggregation: Entity<PropertyAggregationWire, PropertyAggregation, TolerantPropertyAggregation> =
  entity("PropertyAggregation", propertyAggregationFields);

const aggregationFields = {};

const meterAggregationMembers = { countAggregation, propertyAggregation };

/** What members of newer versions have all the same. */
interface NewerMeterAggregation extends TolerantOf<typeof aggregationFields> {}

export type MeterAggregationWire = WireIn<typeof meterAggregationMembers>;
export type MeterAggregation = ClientIn<typeof meterAggregationMembers>;
export type TolerantMeterAggregation =
  | TolerantIn<typeof meterAggregationMembers>
  | UnknownMember<"func", NewerMeterAggregation>;

/** What a meter makes of the events that match, by `func`. */
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
  filter: group,
  aggregation: meterAggregation,
  organization_id: text,
};

export interface MeterWire extends WireOf<typeof meterFields> {}
export interface Meter extends ClientOf<typeof meterFields> {}
export interface TolerantMeter extends TolerantOf<typeof meterFields> {}

/** What is counted for billing. */
export const meter: Entity<MeterWire, Meter, TolerantMeter> = entity("Meter", meterFields);
