import { home } from "./app.ts";
import { type Dice, mutateBytes, mutateJson, mutateText } from "./mutate.ts";

/** A valid request, of which a test sends mutated copies. */
export interface OwnRequest {
  readonly method: string;
  readonly path: string;
  readonly body: object;
  readonly cookie: string;
}

const methods = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "X"];
const types = [
  "application/json",
  "text/plain",
  "application/json; charset=utf-8",
  "application/x-www-form-urlencoded",
  "",
];
const further = ["authorization", "referer", "sec-fetch-site", "user-agent"];

/** The characters that a header can contain. */
const asHeader = (text: string): string => text.replace(/[^\x20-\x7e\x80-\xff]/g, "?");

/** The request with some of its method, path, headers and body changed. */
export function mutateRequest(dice: Dice, own: OwnRequest): Request {
  const method = dice.chance(0.15) ? dice.pick(methods) : own.method;
  const path = dice.chance(0.25) ? mutateText(dice, own.path) : own.path;
  const headers = new Headers({ "content-type": dice.chance(0.15) ? dice.pick(types) : "application/json" });
  if (dice.chance(0.7)) headers.set("origin", dice.chance(0.15) ? asHeader(mutateText(dice, home)) : home);
  if (dice.chance(0.6)) {
    headers.set("cookie", dice.chance(0.6) ? asHeader(mutateText(dice, own.cookie)) : own.cookie);
  }
  if (dice.chance(0.1)) headers.set(dice.pick(further), asHeader(mutateText(dice, home)));
  const sent = new TextEncoder().encode(JSON.stringify(dice.chance(0.7) ? mutateJson(dice, own.body) : own.body));
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`${home}/api/auth${path}`, { method, headers, body: hasBody ? mutateBytes(dice, sent) : null });
}
