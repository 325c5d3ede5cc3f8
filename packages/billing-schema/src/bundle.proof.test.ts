import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

const source = fileURLToPath(new URL(".", import.meta.url));

/** References to Node that no bundle for a browser or a worker may contain. */
const forbidden = /\bnode:|\bBuffer\b|\bprocess\./;

/** Bytes gzip of zod and the codecs, shared by all entities. */
const maxSharedBytes = 16_250;
/** Of the whole main entry. */
const maxBytes = 23_500;

/**
 * The code shipped with an app that imports a single entity from the main entry: the files of `entities/` with the
 * entity's data, and no others, and their bytes gzip beyond the shared bytes. Measured, and a tenth more.
 */
const entities: Readonly<Record<string, { readonly most: number; readonly files: readonly string[] }>> = {
  address: { most: 145, files: ["address"] },
  benefitGrant: {
    most: 1520,
    files: [
      "address",
      "benefit",
      "benefit-grant",
      "customer",
      "enumerations",
      "error-record",
      "grant-properties",
      "public-benefit",
      "tax-id",
    ],
  },
  benefit: { most: 905, files: ["benefit", "enumerations", "public-benefit"] },
  billingOrganization: { most: 505, files: ["billing-organization", "enumerations"] },
  checkoutDiscount: { most: 390, files: ["checkout-discount", "discount-terms"] },
  checkoutProduct: {
    most: 1110,
    files: ["checkout-product", "enumerations", "order-product", "price", "product-media", "public-benefit"],
  },
  checkout: {
    most: 2345,
    files: [
      "address",
      "checkout",
      "checkout-discount",
      "checkout-product",
      "custom-field",
      "discount-terms",
      "enumerations",
      "order-product",
      "price",
      "product-media",
      "public-benefit",
    ],
  },
  customField: { most: 585, files: ["custom-field"] },
  customerState: {
    most: 1330,
    files: ["address", "customer", "customer-state", "enumerations", "grant-properties", "granted-benefit", "tax-id"],
  },
  customerMeter: { most: 1000, files: ["address", "customer", "customer-meter", "enumerations", "meter", "tax-id"] },
  customerSession: { most: 400, files: ["address", "customer", "customer-session", "tax-id"] },
  customer: { most: 325, files: ["address", "customer", "tax-id"] },
  discount: { most: 700, files: ["discount", "discount-terms", "enumerations", "order-product"] },
  errorRecord: { most: 55, files: ["error-record"] },
  grantedBenefit: { most: 750, files: ["enumerations", "grant-properties", "granted-benefit"] },
  licenseKeyWithActivations: {
    most: 700,
    files: ["address", "customer", "enumerations", "license-key", "license-key-with-activations", "tax-id"],
  },
  validatedLicenseKey: {
    most: 700,
    files: ["address", "customer", "enumerations", "license-key", "tax-id", "validated-license-key"],
  },
  licenseKey: { most: 550, files: ["address", "customer", "enumerations", "license-key", "tax-id"] },
  listPage: { most: 150, files: ["list-page"] },
  meter: { most: 560, files: ["enumerations", "meter"] },
  orderProduct: { most: 225, files: ["enumerations", "order-product"] },
  orderSubscription: { most: 460, files: ["enumerations", "order-subscription"] },
  order: {
    most: 1400,
    files: [
      "address",
      "customer",
      "discount",
      "discount-terms",
      "enumerations",
      "order",
      "order-product",
      "order-subscription",
      "tax-id",
    ],
  },
  price: { most: 700, files: ["enumerations", "price"] },
  productMedia: { most: 275, files: ["enumerations", "product-media"] },
  product: {
    most: 2070,
    files: [
      "benefit",
      "custom-field",
      "enumerations",
      "order-product",
      "price",
      "product",
      "product-media",
      "public-benefit",
    ],
  },
  publicBenefit: { most: 230, files: ["enumerations", "public-benefit"] },
  refund: { most: 330, files: ["enumerations", "refund"] },
  subscription: {
    most: 3380,
    files: [
      "address",
      "benefit",
      "custom-field",
      "customer",
      "discount",
      "discount-terms",
      "enumerations",
      "meter",
      "order-product",
      "order-subscription",
      "price",
      "product",
      "product-media",
      "public-benefit",
      "subscription",
      "tax-id",
    ],
  },
  taxId: { most: 55, files: ["tax-id"] },
};

interface Bundle {
  readonly text: string;
  readonly bytes: number;
  /** Of this package, from `src` on, without their ending. */
  readonly files: readonly string[];
  readonly hasZod: boolean;
}

async function bundle(contents: string, format: "esm" | "iife" = "esm"): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: source },
    absWorkingDir: source,
    bundle: true,
    minify: true,
    metafile: true,
    format,
    target: "es2022",
    platform: "browser",
    write: false,
  });
  const text = outputFiles[0]?.text ?? "";
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const paths = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  return {
    text,
    bytes: gzipSync(text, { level: 9 }).length,
    files: paths.filter((path) => /^(?!\.\.|<).+\.ts$/.test(path)).map((path) => path.slice(0, -".ts".length)),
    hasZod: paths.some((path) => path.includes("node_modules/zod/")),
  };
}

const main = (names: string): string => `export { ${names} } from "@keyhold/billing-schema";`;
const outsideOf = (files: readonly string[], ...folders: readonly string[]): readonly string[] =>
  files.filter((file) => !folders.some((folder) => file.startsWith(`${folder}/`)));

test("the code shared by all entities is less than 16.25 kB gzip", async () => {
  const { bytes, files, hasZod } = await bundle(main("event"));
  expect(bytes).toBeLessThan(maxSharedBytes);
  expect(bytes).toBeGreaterThan(maxSharedBytes / 2);
  expect(hasZod).toBe(true);
  expect(outsideOf(files, "schema")).toEqual(["events/event"]);
});

describe("an app that imports one entity", () => {
  test.for(Object.entries(entities))(
    "ships the parts of the entity and no other: %s",
    async ([name, { most, files }]) => {
      const [shared, one] = await Promise.all([bundle(main("event")), bundle(main(`event, ${name}`))]);
      const own = outsideOf(one.files, "schema").filter((file) => file !== "events/event");
      expect(own.toSorted()).toEqual(files.map((file) => `entities/${file}`).toSorted());
      expect(one.bytes - shared.bytes).toBeLessThan(most);
      expect(one.text).not.toMatch(forbidden);
    },
  );

  test("finds every one in the table above", () => {
    const files = readdirSync(`${source}entities`).filter((name) => !name.includes(".test"));
    const names = files.map((name) => name.slice(0, -".ts".length));
    const camel = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const parts = ["discount-terms", "enumerations", "grant-properties"];
    expect(
      names
        .filter((name) => !parts.includes(name))
        .map(camel)
        .toSorted(),
    ).toEqual(Object.keys(entities).toSorted());
  });
});

test("an enumeration by itself ships less than 300 bytes gzip, without zod", async () => {
  const { bytes, hasZod, files, text } = await bundle(main("orderStatus"));
  expect(bytes).toBeLessThan(300);
  expect(hasZod).toBe(false);
  expect(files).toEqual(["schema/field", "entities/enumerations"]);
  expect(text).toContain("partially_refunded");
  expect(text).not.toContain("past_due");
});

test("the whole main entry ships less than 23.5 kB gzip", async () => {
  const { bytes, text, files } = await bundle('export * from "@keyhold/billing-schema";');
  expect(bytes).toBeLessThan(maxBytes);
  expect(outsideOf(files, "schema", "entities", "events")).toEqual([]);
  expect(text).not.toMatch(forbidden);
});

test("verifying a signature ships less than 3 kB gzip: no zod and no entity", async () => {
  const { bytes, hasZod, files, text } = await bundle(
    'export { webhookVerifier } from "@keyhold/billing-schema/webhook";',
  );
  expect(bytes).toBeLessThan(3_000);
  expect(hasZod).toBe(false);
  expect(outsideOf(files, "webhook")).toEqual([]);
  expect(text).not.toMatch(forbidden);
});

test("the rules ship less than 5.2 kB gzip, and one of them less than 850 bytes: no zod and no entity", async () => {
  const all = await bundle('export * from "@keyhold/billing-schema/rules";');
  expect(all.bytes).toBeLessThan(5_200);
  expect(all.hasZod).toBe(false);
  expect(outsideOf(all.files, "rules")).toEqual([]);
  expect(all.text).not.toMatch(forbidden);
  const one = await bundle('export { decideLicenseKeyUse } from "@keyhold/billing-schema/rules";');
  expect(one.bytes).toBeLessThan(850);
});

test("the requests ship less than 10.5 kB gzip, and one of them less than 6.6 kB: no zod and no entity", async () => {
  const all = await bundle('export * from "@keyhold/billing-schema/requests";');
  expect(all.bytes).toBeLessThan(10_500);
  expect(all.hasZod).toBe(false);
  expect(outsideOf(all.files, "schema", "requests", "validators")).toEqual(["entities/enumerations"]);
  expect(all.text).not.toMatch(forbidden);
  const one = await bundle('export { refundCreate } from "@keyhold/billing-schema/requests";');
  expect(one.bytes).toBeLessThan(6_600);
  expect(one.files.filter((file) => file.startsWith("requests/"))).toEqual([
    "requests/amount",
    "requests/metadata",
    "requests/text",
    "requests/refund",
  ]);
});

test("an app without requests ships no code of them", async () => {
  const { files } = await bundle(
    'export * from "@keyhold/billing-schema"; export * from "@keyhold/billing-schema/webhook";',
  );
  expect(files.filter((file) => /^requests|^schema\/request\//.test(file))).toEqual([]);
});

const entries = Object.keys(manifest.exports).filter((entry) => !entry.endsWith(".json"));

test.for(entries)("%s runs where there is no Node", async (entry) => {
  const { text } = await bundle(`export * from "${entry.replace(".", manifest.name)}";`);
  expect(text.length).toBeGreaterThan(1_000);
  expect(text).not.toMatch(forbidden);
});

test("an event is decoded without platform APIs", async () => {
  const { text } = await bundle(
    `import { decodeEvent, encodeEvent } from "@keyhold/billing-schema";
     const refund = {
       created_at: "2025-03-02T17:41:12.330118Z", modified_at: null, id: "refund-1", metadata: { asked_by: "post" },
       status: "succeeded", reason: "customer_request", amount: 1200, tax_amount: 240, currency: "usd",
       organization_id: "organization-1", order_id: "order-1", subscription_id: null, customer_id: "customer-1",
       revoke_benefits: false,
     };
     const event = decodeEvent({ type: "refund.created", data: refund }, { mode: "tolerant" });
     globalThis.answer = event.data.createdAt.getTime() + " " + encodeEvent(event, { mode: "tolerant" }).data.created_at;`,
    "iife",
  );
  const globals: { answer?: string } = {};
  runInNewContext(text, globals);
  expect(globals.answer).toBe("1740937272330 2025-03-02T17:41:12.330118Z");
});
