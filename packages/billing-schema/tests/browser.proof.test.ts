import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { refundCreated } from "../../../tests/harness/billing/webhook-fixture.ts";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.ts";
import type * as Globals from "./browser-globals.ts";

const app = `
  import * as billing from "./browser-globals.ts";
  globalThis.billing = billing;`;

async function bundleApp(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: app, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    tsconfig: fileURLToPath(new URL("../../../tsconfig.json", import.meta.url)),
    bundle: true,
    platform: "browser",
    format: "iife",
    write: false,
  });
  return `<!doctype html><script>${outputFiles[0]?.text.replaceAll("</script", "<\\/script")}</script>`;
}

/** With the second policy, code made of text does not run: there the checks of objects are not compiled. */
const policies = {
  "a page": "default-src * 'unsafe-inline' 'unsafe-eval'",
  "a page that allows no eval": "default-src 'unsafe-inline'",
};

describe.skipIf(!executablePath)("billing data in a real browser", () => {
  let browser: Browser;
  let server: Server;
  let policy = "";
  beforeAll(async () => {
    const html = await bundleApp();
    server = createServer((_, outgoing) => {
      outgoing.writeHead(200, { "content-type": "text/html", "content-security-policy": policy }).end(html);
    });
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    browser = await sharedBrowser();
  });
  let page: Page | null = null;
  afterEach(() => page?.context().close());
  afterAll(() => void server?.close());

  test.each(Object.entries(policies))(
    "is verified, decoded, rejected and encoded on %s as on a server",
    async (_, allowed) => {
      policy = allowed;
      page = await browser.newPage();
      const failures: string[] = [];
      page.on("pageerror", (error) => failures.push(String(error)));
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
      const body = JSON.stringify(refundCreated);
      const headers = await signWebhook({ secret: "of the provider", id: "event-1", sentAt: new Date(), body });
      const seen = await page.evaluate(inPage, { body, headers: { ...headers } });
      expect(failures).toEqual([]);
      expect(seen).toEqual({
        id: "event-1",
        createdAt: "2026-03-01T10:00:00.123Z",
        encoded: refundCreated,
        refusal: "refund.created: data.amount is a string, not a number.",
        forged: "WEBHOOK_SIGNATURE_MISMATCH",
        unknowns: [{ kind: "value", path: ["data", "status"] }],
        credit: 500,
        isMetadata: true,
      });
    },
  );
});

/** Runs in the page, without access to this file. */
async function inPage({ body, headers }: { readonly body: string; readonly headers: Record<string, string> }) {
  const { billing } = globalThis as unknown as { readonly billing: typeof Globals };
  const verifier = billing.webhookVerifier({ secret: "of the provider" });
  const { id, payload } = await verifier.verify({ headers, body });
  const event = billing.decodeEvent(payload);
  if (event.type !== "refund.created") throw new Error("another event");
  const changed = (changes: object): unknown => {
    const wire = JSON.parse(body);
    return { ...wire, data: { ...wire.data, ...changes } };
  };
  const refused = billing.safeDecodeEvent(changed({ amount: "1" }));
  const forged = await verifier.verify({ headers, body: `${body} ` }).catch((error: unknown) => error);
  const newer = billing.decodeEvent(changed({ status: "reversed" }), { mode: "tolerant" });
  const { creditAmount } = billing.prorate({
    periodStart: new Date("2025-06-01T00:00:00Z"),
    periodEnd: new Date("2025-07-01T00:00:00Z"),
    at: new Date("2025-06-16T00:00:00Z"),
    oldAmount: 1000,
    newAmount: 3000,
  });
  return {
    id,
    createdAt: event.data.createdAt.toISOString(),
    encoded: billing.encodeEvent(event),
    refusal: refused.success ? null : refused.error.message,
    forged: forged instanceof Error && "code" in forged ? forged.code : null,
    unknowns: billing.unknownsIn(newer),
    credit: creditAmount,
    isMetadata: billing.metadataValidator().validate({ a: 1 }).success,
  };
}
