import { commonError } from "../contract/errors.js";
import { isForm } from "./body.js";
import type { HeaderLookup, IncomingBody } from "./incoming-request.js";

const readBefore = (): Error =>
  commonError("BODY_READ_BEFORE", {
    cause: new Error(
      "The body was read before the auth got the request, and was not kept. Mount the auth before all that reads bodies " +
        "(parsers, validators, logs), or hand over what was read: nodeHandler takes the framework's own request and " +
        "response, auth.handler(request, { body }) the text or the parsed value.",
    ),
  });

const utf8 = new TextEncoder();

/**
 * A body that a framework has already read: `kept` is the bytes, the text, or the parsed value, which is serialized
 * again; undefined if nothing was kept. A signature covers bytes, so a parsed value does not stand for a signed body.
 */
export const keptBody = (kept: unknown, headers: HeaderLookup): IncomingBody => ({
  async read(maxBytes, isSigned) {
    const isParsed = typeof kept !== "string" && !(kept instanceof Uint8Array);
    if (kept === undefined || (isSigned && isParsed)) throw readBefore();
    const raw = isParsed ? textOf(kept, headers) : kept;
    const bytes = typeof raw === "string" ? utf8.encode(raw) : raw;
    if (bytes.length > maxBytes) throw commonError("PAYLOAD_TOO_LARGE");
    return bytes;
  },
  discard: async () => undefined,
});

function textOf(parsed: unknown, headers: HeaderLookup): string {
  if (!isForm(headers)) return JSON.stringify(parsed);
  const pairs = Object.entries(Object(parsed)).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, String(value)]),
  );
  return new URLSearchParams(pairs).toString();
}
