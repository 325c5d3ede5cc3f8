import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Endpoint, StoredEvent } from "../webhook/stored-event.js";
import { createRandom, type Drawn, type Random, secretFor } from "./random.js";
import type { TableName, Tables } from "./rows.js";
import type { ProviderTime, TimeState } from "./time.js";

type Rows = { [Name in TableName]: Record<string, Tables[Name]> };

/** The form of the data, for files of other versions. */
const format = "keyhold-billing-provider-1";

/** All that the provider keeps, as JSON. */
export interface ProviderData extends Drawn, TimeState {
  readonly format: typeof format;
  readonly seed: string;
  readonly accessToken: string;
  readonly webhookSecret: string;
  readonly organizationId: string;
  /** The ids of declared products, benefits and meters, by their key in the declaration. */
  readonly declared: Record<string, string>;
  readonly rows: Rows;
  /** The version of a changed row before its last change, by id. */
  readonly earlier: Rows;
  readonly events: StoredEvent[];
  readonly endpoint: Endpoint;
}

/** The rows of the provider. A change replaces a row. */
export interface Store {
  readonly data: ProviderData;
  readonly random: Random;
  find<Name extends TableName>(table: Name, id: string): Tables[Name] | undefined;
  /** The row, which exists by the provider's own references. */
  get<Name extends TableName>(table: Name, id: string): Tables[Name];
  /** The row before its last change, or the row. */
  earlier<Name extends TableName>(table: Name, id: string): Tables[Name];
  all<Name extends TableName>(table: Name): readonly Tables[Name][];
  /** The fields of the row, which may follow from its date. */
  insert<Name extends TableName>(table: Name, fields: Fields<Name> | ((stamps: Stamps) => Fields<Name>)): Tables[Name];
  update<Name extends TableName>(table: Name, id: string, fields: Partial<Tables[Name]>): Tables[Name];
  /** Takes back the rows and events of the work if the work throws. */
  transaction<Result>(work: () => Result): Result;
}

type Fields<Name extends TableName> = Omit<Tables[Name], keyof Stamps>;

interface Stamps {
  readonly id: string;
  readonly created_at: string;
  readonly modified_at: string | null;
}

const emptyRows = (): Rows => ({
  customers: {},
  meters: {},
  benefits: {},
  products: {},
  checkouts: {},
  subscriptions: {},
  orders: {},
  refunds: {},
  grants: {},
  usage: {},
  sessions: {},
  discounts: {},
  seats: {},
});

/** The data of the file, or new data. A given token or secret replaces the token or secret of the file. */
export function openData(
  file: string | undefined,
  { seed, ...given }: { readonly seed: string; readonly accessToken?: string; readonly webhookSecret?: string },
): ProviderData {
  if (file !== undefined && existsSync(file)) return { ...readData(file), ...given };
  const counter = { drawn: 0 };
  const organizationId = createRandom(seed, counter).id();
  return {
    format,
    ...counter,
    seed,
    accessToken: `polar_oat_${secretFor(seed, "token")}`,
    webhookSecret: `polar_whs_${secretFor(seed, "webhook")}`,
    organizationId,
    forwardedMilliseconds: 0,
    lastStamp: 0,
    declared: {},
    rows: emptyRows(),
    earlier: emptyRows(),
    events: [],
    endpoint: { url: null, isEnabled: true, failuresInSequence: 0, tries: 0 },
    ...given,
  };
}

function readData(file: string): ProviderData {
  const text = readFileSync(file, "utf8");
  // A file of another program must not be overwritten.
  if (!text.startsWith(`{"format":"${format}"`)) {
    throw new Error(`${file} is not a file of this version of the billing provider: remove it, or name another file.`);
  }
  const data: ProviderData = JSON.parse(text);
  // An older file lacks newer tables.
  return { ...data, rows: { ...emptyRows(), ...data.rows }, earlier: { ...emptyRows(), ...data.earlier } };
}

/** Writes the data as a whole: a killed provider leaves the old file or the new file. */
export function saveData(file: string | undefined, data: ProviderData): void {
  if (file === undefined) return;
  writeFileSync(`${file}.new`, JSON.stringify(data), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function createStore(data: ProviderData, time: ProviderTime): Store {
  const random = createRandom(data.seed, data);
  /** What takes back the writes of the present transaction, oldest first. */
  let undo: (() => void)[] | null = null;
  const put = <Name extends TableName>(rows: Rows, table: Name, row: Tables[Name]): Tables[Name] => {
    const all: Record<string, Tables[Name]> = rows[table];
    const before = all[row.id];
    undo?.push(() => {
      if (before) all[row.id] = before;
      else Reflect.deleteProperty(all, row.id);
    });
    all[row.id] = row;
    return row;
  };
  const find = <Name extends TableName>(table: Name, id: string): Tables[Name] | undefined =>
    Object.hasOwn(data.rows[table], id) ? data.rows[table][id] : undefined;
  const get = <Name extends TableName>(table: Name, id: string): Tables[Name] => {
    const row = find(table, id);
    if (!row) throw new Error(`There is no row ${id} in ${table}.`);
    return row;
  };
  return {
    data,
    random,
    find,
    get,
    earlier: (table, id) => data.earlier[table][id] ?? get(table, id),
    all: (table) => Object.values(data.rows[table]),
    insert: (table, fields) => {
      const stamps: Stamps = { id: random.id(), created_at: time.stamp(), modified_at: null };
      return put(data.rows, table, {
        ...stamps,
        ...(typeof fields === "function" ? fields(stamps) : fields),
      } as Tables[typeof table]);
    },
    update: (table, id, fields) => {
      const row = get(table, id);
      put(data.earlier, table, row);
      return put(data.rows, table, { ...row, modified_at: time.stamp(), ...fields });
    },
    transaction: (work) => {
      const count = data.events.length;
      undo = [];
      try {
        return work();
      } catch (error) {
        for (const step of undo.reverse()) step();
        data.events.length = count;
        throw error;
      } finally {
        undo = null;
      }
    },
  };
}
