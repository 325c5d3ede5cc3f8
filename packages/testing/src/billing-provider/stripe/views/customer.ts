import type { CustomerRow } from "../../data/rows.js";
import { secondsOf } from "./seconds.js";

export const customerView = (row: CustomerRow) =>
  ({
    id: row.id,
    object: "customer",
    created: secondsOf(row.created_at),
    email: row.email,
    name: row.name,
    address: null,
    balance: 0,
    default_source: null,
    description: null,
    livemode: false,
    metadata: row.metadata as Record<string, string>,
    shipping: null,
  }) as const;

/** What stays of a deleted customer. */
export const deletedCustomerView = ({ id }: CustomerRow) => ({ id, object: "customer", deleted: true }) as const;

/** The customer in another object. */
export const customerOrDeleted = (row: CustomerRow) =>
  row.deleted_at === null ? customerView(row) : deletedCustomerView(row);
