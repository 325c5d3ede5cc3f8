import type { Buyer } from "@keyhold/testing/billing-provider";

/** Names and countries of sample customers: homes, then offices, which pay by cup. All addresses are at example domains. */
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

const officeCount = 4;

const letters = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/[^a-z ]/gi, "")
    .trim()
    .toLowerCase()
    .split(/ +/)
    .join(".");

export interface Person extends Buyer {
  readonly email: string;
  readonly country: string;
}

const everybody: readonly Person[] = people.map(([name, country]) => ({
  name,
  country,
  email: `${letters(name)}@example.com`,
}));

export const homes = everybody.slice(0, -officeCount);
export const offices = everybody.slice(-officeCount);
