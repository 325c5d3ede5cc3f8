import { commonErrors, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { apiKeyErrors } from "../errors.js";
import { disableLeaked, type LeakReport } from "../key/leak.js";
import { isSigned } from "../key/report-signature.js";

export const reportLeaked = endpoint({
  route: "POST /api-key/report-leaked",
  hasCall: false,
  access: "public",
  doc: "Takes a signed report of API keys that were found in public, and disables them. The body is a JSON list of at most 100 objects with `token`, the text that was found, and `url`.",
  input: z.object({}),
  output: z.object({ disabled: z.number() }),
  errors: ["INVALID_LEAK_REPORT"],
  takesSignedBody: { maxBytes: 64 * 1024 },
  limit: { windowSeconds: 60, max: 60 },
  async handle({ ctx, signed }, { leakReportSecret }) {
    if (signed === null || leakReportSecret === null) return ctx.fail(apiKeyErrors.INVALID_LEAK_REPORT);
    const { headers } = signed;
    if (headers.get("webhook-signature") === null) return ctx.fail(apiKeyErrors.INVALID_LEAK_REPORT);
    const body = await signed.readBody();
    if (!(await isSigned({ headers, body }, leakReportSecret, ctx.now())))
      return ctx.fail(apiKeyErrors.INVALID_LEAK_REPORT);
    const reports = reportsIn(body);
    if (!reports) return ctx.fail(commonErrors.VALIDATION_ERROR);
    return ok({ disabled: await disableLeaked(ctx, reports) });
  },
});

const maxReports = 100;

/** The reports of a body; null: the body is not a list of reports. */
function reportsIn(body: Uint8Array): readonly LeakReport[] | null {
  try {
    const list: unknown = JSON.parse(new TextDecoder().decode(body));
    return Array.isArray(list) && list.length <= maxReports && list.every(isReport) ? list : null;
  } catch {
    return null;
  }
}

function isReport(value: unknown): value is LeakReport {
  const { token, url = null } = Object(value) as Readonly<Record<string, unknown>>;
  return typeof token === "string" && (url === null || typeof url === "string");
}
