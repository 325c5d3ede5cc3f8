import {
  activeMeter,
  activeSubscription,
  customerState,
  grantedBenefit,
  type JsonObject,
  type TolerantCustomerState,
} from "@keyhold/billing-schema";
import type { WebhookEvent } from "@keyhold/billing-schema/webhook";
import { fingerprint } from "@keyhold/core/plugin";
import { balances, customers, entityOfGroup, grants, mirroredEntities, subscriptions } from "./entities.js";
import { type AnyMirrored, type CommonRow, columnsOf, type EntityData, ownFields, unstorableIn } from "./mirrored.js";
import type { MirrorSettings } from "./settings.js";
import { isStorableDate } from "./storable.js";
import { type Extent, rowVersion } from "./version.js";

type Kept = MirrorSettings["keep"];

/** A row that an event or an answer of the provider says. */
export interface Part {
  readonly mirrored: AnyMirrored;
  readonly row: CommonRow & Readonly<Record<string, unknown>>;
  /** The customer of the row; null for rows without personal data. */
  readonly customerId: string | null;
  /** Whether the event is about this row. */
  readonly isMain: boolean;
  /** The column with a value that no database stores; null: the row can be written. */
  readonly unstorable: string | null;
}

interface Source {
  readonly kept: Kept;
  readonly isMain?: boolean;
  /** The codec of a part of the entity. Default: the data is the whole entity. */
  readonly codec?: AnyMirrored["codec"] | null;
  /** Where a part of the entity stands. */
  readonly place?: Exclude<Extent, "whole">;
  /** Fields that the source says beside the data. */
  readonly beside?: JsonObject;
}

/** The row of an entity; no row without an id and a version, which a newer version of the API may leave out. */
function partOf(mirrored: AnyMirrored, data: EntityData, source: Source): readonly Part[] {
  const { kept, codec = null, place = "embedded", isMain = false, beside = {} } = source;
  const fields: EntityData & Readonly<Record<string, unknown>> = { ...data, ...beside };
  const { id, createdAt, modifiedAt = null } = fields;
  if (typeof id !== "string" || !createdAt) return [];
  const columns = { ...columnsOf(mirrored, fields), id, createdAt };
  const changed = mirrored.lastChange({ ...fields, createdAt, modifiedAt });
  const changedAt = changed.modifiedAt ?? changed.createdAt;
  const unstorable = unstorableIn(mirrored, columns) ?? (isStorableDate(changedAt) ? null : "version");
  const row = {
    ...columns,
    version: unstorable === null ? rowVersion(changed, codec === null ? "whole" : place) : "",
    wire: kept === "all" && unstorable === null ? ownFields(codec ?? mirrored.codec, data) : null,
    goneAt: null,
  };
  const { customerId = mirrored === customers ? id : null } = fields as { readonly customerId?: string };
  return [{ mirrored, row, customerId, isMain, unstorable }];
}

/** The rows of an entity and of the entities in it. */
export function partsOfEntity(mirrored: AnyMirrored, data: EntityData, kept: Kept): readonly Part[] {
  const fields = data as Readonly<Record<string, EntityData | null | undefined>>;
  const embedded = Object.entries(mirrored.embedded).flatMap(([name, { mirrored: inside, codec }]) => {
    const value = fields[name];
    return value ? partOf(inside, value, { kept, codec }) : [];
  });
  const beside = mirrored === balances ? { id: balanceId(data) } : {};
  return inLockOrder([...embedded, ...partOf(mirrored, data, { kept, isMain: true, beside })]);
}

/** The rows of a customer's state. */
export function partsOfState(state: TolerantCustomerState, kept: Kept): readonly Part[] {
  const { id: customerId, activeSubscriptions, grantedBenefits, activeMeters } = state;
  const source = { kept, place: "in state" } as const;
  return inLockOrder([
    ...partOf(customers, state, { ...source, codec: customerState, isMain: true }),
    ...activeSubscriptions.flatMap((data) =>
      partOf(subscriptions, data, { ...source, codec: activeSubscription, beside: { customerId } }),
    ),
    ...grantedBenefits.flatMap((data) =>
      partOf(grants, data as EntityData, {
        ...source,
        codec: grantedBenefit,
        beside: { customerId, isGranted: true, isRevoked: false },
      }),
    ),
    ...(activeMeters ?? []).flatMap((data) => {
      const beside = { customerId, id: balanceId({ ...data, customerId }) };
      return partOf(balances, data, { ...source, codec: activeMeter, beside });
    }),
  ]);
}

/** The rows of an event; no rows for a type without a table. */
export function partsOfEvent(event: WebhookEvent, kept: Kept): readonly Part[] {
  if (event.type === "customer.state_changed") return partsOfState(event.data as TolerantCustomerState, kept);
  const [group = "", action] = String(event.type).split(".");
  const mirrored = Object.hasOwn(entityOfGroup, group) ? entityOfGroup[group] : undefined;
  const { data } = event as { readonly data: unknown };
  return mirrored && action !== undefined && isData(data) ? partsOfEntity(mirrored, data, kept) : [];
}

const isData = (data: unknown): data is EntityData => typeof data === "object" && data !== null;

/** A state of a customer has no id of a balance. */
function balanceId(data: object): string {
  const { customerId, meterId } = data as { readonly customerId?: unknown; readonly meterId?: unknown };
  return fingerprint(JSON.stringify([customerId, meterId])).slice(0, 32);
}

const place = ({ mirrored }: Part): number => mirroredEntities.findIndex(({ model }) => model === mirrored.model);

/** In one order, so that two transactions wait for each other, and never for ever. */
export const inLockOrder = (parts: readonly Part[]): readonly Part[] =>
  parts.toSorted((one, other) => place(one) - place(other) || (one.row.id < other.row.id ? -1 : 1));
