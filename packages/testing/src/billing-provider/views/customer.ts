import type { CustomerRow } from "../data/rows.js";
import { type Json, type Reading, spelled } from "./reading.js";

export function customerView(reading: Reading, row: CustomerRow): Json {
  const { card: _, type, locale, ...fields } = row;
  return spelled(
    reading,
    {
      ...fields,
      email_verified: false,
      organization_id: reading.store.data.organizationId,
      avatar_url: `https://avatars.example/${row.id}.png`,
    },
    {
      newer: {
        type,
        locale,
        billing_name: row.name,
        default_payment_method_id: null,
        first_user_event_at: null,
      },
    },
  );
}
