import type { CustomerWire } from "@keyhold/billing-schema";

/** Names and countries of sample customers. All addresses are at example domains. */
const people = [
  ["Amara Okafor", "NG"],
  ["Björn Dahl", "SE"],
  ["Chiara Conti", "IT"],
  ["Dmitri Volkov", "EE"],
  ["Elena Marković", "RS"],
  ["Fatima Zahra", "MA"],
  ["Goro Tanaka", "JP"],
  ["Hana Nováková", "CZ"],
  ["Ibrahim Yılmaz", "TR"],
  ["Julia Meyer", "DE"],
  ["Keiko Sato", "JP"],
  ["Liam Byrne", "IE"],
  ["Northwind Office", "DE"],
  ["Studio Ombra", "IT"],
  ["Harbour & Sons", "IE"],
  ["Maison Clair", "FR"],
] as const;

/** Customers by the index of their name: offices pay per cup. */
export const offices: readonly number[] = [12, 13, 14, 15];
export const homes: readonly number[] = Array.from({ length: 12 }, (_, index) => index);

export interface CustomerToMake {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly createdAt: string;
  /** The user of the app. */
  readonly userId?: string;
}

export const customerWire = ({ id, name, email, country, createdAt, userId }: CustomerToMake): CustomerWire => ({
  id,
  created_at: createdAt,
  modified_at: null,
  metadata: {},
  external_id: userId ?? null,
  email,
  email_verified: true,
  name,
  billing_address: { country },
  tax_id: null,
  organization_id: "org_leaf",
  deleted_at: null,
  avatar_url: `https://example.com/pictures/${id}.png`,
});

const letters = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/[^a-z ]/gi, "")
    .trim()
    .toLowerCase()
    .split(/ +/)
    .join(".");

/** The customers, who joined at these times, in the order of their names. */
export const sampleCustomers = (joinedAt: (index: number) => string): readonly CustomerWire[] =>
  people.map(([name, country], index) =>
    customerWire({
      id: `customer_${index + 1}`,
      name,
      email: `${letters(name)}@example.com`,
      country,
      createdAt: joinedAt(index),
    }),
  );
