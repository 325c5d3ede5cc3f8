import { type Choice, isKnown, type JsonObject, type Tolerantly, type Versioned } from "@keyhold/billing-schema";
import {
  type AnyColumn,
  type ColumnMap,
  date,
  defineModel,
  json,
  type Model,
  type Row,
  text,
} from "@keyhold/core/plugin";
import { isStorable, storable } from "./storable.js";

/** The columns of each table of the mirror. */
const commonColumns = {
  /** The provider's id. */
  id: text().atMost(255),
  /** As `rowVersion` writes it. */
  version: text(),
  createdAt: date(),
  /** The own fields of the entity, as the provider sent them; null with `keep: "columns"`. */
  wire: json<JsonObject>().optional(),
  /** When the provider said that there is no such entity any more. */
  goneAt: date().optional(),
};

/** A table of the mirror, with columns under the names of the entity's fields. */
export type MirrorModel = Model<string, typeof commonColumns, "table", never>;
/** The columns of any row of the mirror. */
export interface CommonRow extends Row<MirrorModel> {}

/** What an entity of the provider has for the mirror. */
export interface EntityData {
  readonly id?: string | null;
  readonly createdAt?: Date | null;
  readonly modifiedAt?: Date | null;
}

/** What the mirror uses of the codec of any entity. */
interface AnyCodec {
  safeDecode(
    wire: unknown,
    options: Tolerantly,
  ): { readonly success: true; readonly data: unknown } | { readonly success: false };
  encode(data: never, options: Tolerantly): JsonObject;
}

/** An entity in another entity: the whole of it, or the fields that the codec has. */
export interface Embedded {
  readonly mirrored: AnyMirrored;
  /** Null: the whole entity. */
  readonly codec: AnyCodec | null;
}

interface Rules<Columns extends ColumnMap> {
  readonly codec: AnyCodec;
  readonly columns: Columns;
  readonly indexes?: readonly (readonly (keyof (Columns & typeof commonColumns) & string)[])[];
  /** Columns that are no fields of the entity. */
  readonly derive?: (data: Readonly<Record<string, unknown>>) => object;
  /** The dates of the version. Default: those of the entity. */
  readonly lastChange?: (data: Readonly<Record<string, unknown>> & Versioned) => Versioned;
  /** The entities in this entity, by the names of their fields. */
  readonly embedded?: Readonly<Record<string, Embedded>>;
  /** The values of `status` that this version knows. */
  readonly statuses?: Choice<string>;
}

/** The declaration of an entity: the table, the columns and the embedded entities. */
export interface Mirrored<M extends MirrorModel> {
  readonly model: M;
  readonly codec: AnyCodec;
  readonly embedded: Readonly<Record<string, Embedded>>;
  readonly derive: NonNullable<Rules<ColumnMap>["derive"]>;
  readonly lastChange: NonNullable<Rules<ColumnMap>["lastChange"]>;
  readonly isKnownStatus: (status: unknown) => boolean;
}

/** A declaration of any entity. */
export type AnyMirrored = Mirrored<MirrorModel>;

/** Declares an entity of the mirror. Models, writes and lists follow from the declaration. */
export function defineMirrored<const Name extends string, Columns extends ColumnMap>(
  name: Name,
  {
    codec,
    columns,
    indexes = [],
    derive = () => ({}),
    lastChange = (data) => data,
    embedded = {},
    statuses,
  }: Rules<Columns>,
): Mirrored<Model<Name, typeof commonColumns & Columns, "table", never>> {
  const model = defineModel(name, { ...commonColumns, ...columns }, { indexes });
  const isKnownStatus = (status: unknown): boolean => statuses === undefined || isKnown(statuses, String(status));
  return { model, codec, embedded, derive, lastChange, isKnownStatus };
}

/** The columns of an entity by the names of its fields. */
export function columnsOf({ model, derive }: AnyMirrored, data: object): Readonly<Record<string, unknown>> {
  const fields = data as Readonly<Record<string, unknown>>;
  const own = Object.entries<AnyColumn>(model.columns).filter(
    ([name]) => !Object.hasOwn(commonColumns, name) || name === "createdAt",
  );
  return {
    ...Object.fromEntries(own.map(([name, { facts }]) => [name, storable(facts.kind, name, fields[name])])),
    ...derive(fields),
  };
}

/** The first column with a value that no database stores; null: every database stores the row. */
export function unstorableIn({ model }: AnyMirrored, values: Readonly<Record<string, unknown>>): string | null {
  const wrong = Object.entries<AnyColumn>(model.columns).find(
    ([name, { facts }]) => Object.hasOwn(values, name) && !isStorable(facts, name, values[name]),
  );
  return wrong?.[0] ?? null;
}

/**
 * The own fields of an entity in the provider's form. Embedded entities and lists change without a new version of the
 * entity, so they are left out: the entities have rows of their own.
 */
export const ownFields = (codec: AnyCodec, data: unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(codec.encode(data as never, { mode: "tolerant" })).filter(([, value]) => isOwn(value)),
  );

function isOwn(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => typeof item !== "object" || item === null);
  return typeof value !== "object" || value === null || !Object.hasOwn(value, "id");
}
