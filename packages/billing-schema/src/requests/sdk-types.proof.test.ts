import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ApiVersion } from "@keyhold/billing-schema/requests";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bodiesOf } from "../../tests/body-arbitrary.js";
import { requests } from "../../tests/requests.js";

/**
 * The newest of the provider's SDKs has types but no schemas, and sends the input unchanged. So the test writes bodies
 * as literals: in literals TypeScript rejects wrong values and unknown fields.
 */

const root = join(import.meta.dirname, "../../../..");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "keyhold-requests-")));
const compiler = join(root, "node_modules/typescript7/bin/tsc");
const bodiesPerRequest = 60;

const versions: readonly Exclude<ApiVersion, "2025-05">[] = ["2026-04", "2026-10", "2027-01"];
const types: { readonly [request: string]: string } = {
  CustomerSessionCreate: "models.CustomerSessionCustomerIDCreate | models.CustomerSessionCustomerExternalIDCreate",
  CustomerUpdateByExternalId: "models.CustomerUpdateExternalID",
};
const typeOf = (request: string): string => types[request] ?? `models.${request}`;

beforeAll(() => {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "node_modules/polar-sdk-newest"), join(folder, "node_modules/polar-sdk-newest"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The compiler's errors for bodies, each a literal. */
async function errorsOf(
  name: string,
  version: string,
  bodies: Iterable<readonly [string, unknown]>,
): Promise<string[]> {
  const lines = [...bodies].map(([request, wire], index) => {
    return `export const body${index}: ${typeOf(request)} = ${JSON.stringify(wire)};`;
  });
  const imports = `import type { models } from "polar-sdk-newest/${version}";`;
  writeFileSync(join(folder, `${name}.ts`), [imports, ...lines].join("\n"));
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2023"];
  const work = promisify(execFile)("node", [compiler, ...options, `${name}.ts`], { cwd: folder, maxBuffer: 2 ** 26 });
  const { stdout } = await work.catch((failed: { stdout: string }) => failed);
  return stdout.split("\n").filter((line) => line.includes("error TS"));
}

describe.each(versions)("the types of the newest SDK for the API of %s", (apiVersion) => {
  test("accept every encoded body", async () => {
    const bodies = requests.flatMap((of) => {
      const drawn = fc.sample(bodiesOf(of, { isFirstVersion: false, keys: "plain" }), bodiesPerRequest);
      return drawn.map((body) => [of.name, of.encode(body, { apiVersion })] as const);
    });
    expect(await errorsOf(`bodies-${apiVersion}`, apiVersion, bodies)).toEqual([]);
  });

  test("reject an unknown field, and the spelling of 2025-05", async () => {
    const refused = [
      ["CheckoutCreate", { products: ["a"], customer_external_id: "u" }],
      ["CustomerSessionCreate", { customer_external_id: "u" }],
      ["CustomerCreate", { email: "a@b.test", tax_id: ["FR1", "eu_vat"] }],
      ["SubscriptionUpdate", { seats: "5" }],
    ] as const;
    expect(await errorsOf(`refused-${apiVersion}`, apiVersion, refused)).toHaveLength(refused.length);
  });
});
