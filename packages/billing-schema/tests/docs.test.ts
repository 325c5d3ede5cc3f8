import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as schemas from "@keyhold/billing-schema";
import { describe, expect, test } from "vitest";
import { introductions } from "../../../scripts/billing-docs/introductions.ts";
import { billingPages } from "../../../scripts/billing-docs/pages.ts";

/** Compares docs/billing with the declarations, the source of the pages. */

const root = join(import.meta.dirname, "../../..");
const pages = billingPages(root);
const command = "npm run api";
/** The handwritten pages. */
const written = [
  "api-drift",
  "event-list",
  "money-dates-versions",
  "order-of-events",
  "polar",
  "stripe",
  "mirror",
  "owners",
  "buy",
  "entitlements",
  "usage",
  "seats-and-trials",
  "customers",
  "coming-from-polar-plugin",
  "rejected-deliveries",
  "repair",
  "sell",
  "test-webhooks",
  "webhooks",
  "webhooks-without-an-auth",
].map((name) => `docs/billing/${name}.md`);
const read = (path: string): string => readFileSync(join(root, path), "utf8");

describe("docs/billing", () => {
  test("has a page for every file of entities, and one of all events", () => {
    expect([...pages.keys()]).toEqual(expect.arrayContaining(["docs/billing/order.md", "docs/billing/events.md"]));
    expect(pages.size).toBeGreaterThan(25);
  });

  test.each([...pages])("%s agrees with the declarations of its file", (path, text) => {
    expect(read(path), `${path} is stale: run ${command}`).toBe(text);
  });

  test("has no page of a removed entity", () => {
    const found = globSync("docs/billing/*.md", { cwd: root });
    expect(found.filter((path) => !pages.has(path) && !written.includes(path))).toEqual([]);
  });

  test("describes every exported codec and enumeration", () => {
    const all = [...pages.values()].join("\n");
    const exported = Object.entries<unknown>(schemas).filter(
      ([, value]) => typeof value === "object" && value !== null && "is" in value,
    );
    expect(exported.length).toBeGreaterThan(80);
    expect(exported.map(([name]) => name).filter((name) => !new RegExp(`^\`${name}\`[;:]`, "m").test(all))).toEqual([]);
  });

  test("introduces every page", () => {
    const files = [...pages.keys()].map((path) => path.replace(/^docs\/billing\/|\.md$/g, ""));
    expect(files.filter((file) => !["events", "requests"].includes(file)).sort()).toEqual(
      Object.keys(introductions).sort(),
    );
  });

  test("has the notes of the source, shared ones included", () => {
    expect(pages.get("docs/billing/order.md")).toContain(
      "| `netAmount` | `net_amount` | integer | | | | yes | Subtotal less discount. |",
    );
    expect(pages.get("docs/billing/customer-state.md")).toContain("never changed once set. |");
    expect(pages.get("docs/billing/discount.md")).toContain("Hundredths of a percent: 2550 is 25.5 %. |");
  });

  test("is linked from docs/billing.md, each page of it", () => {
    const overview = read("docs/billing.md");
    const paths = [...pages.keys(), "docs/billing/money-dates-versions.md"];
    expect(paths.filter((path) => !overview.includes(`](${path.replace(/^docs\//, "")})`))).toEqual([]);
  });
});
