import { createServer, type IncomingMessage } from "node:http";
import { planMigration } from "@keyhold/adapter-sql";
import { nodeHandler } from "@keyhold/core/node";
import { auth, database } from "./auth.ts";

const { AUTH_URL = "" } = process.env;
const handle = nodeHandler(auth);

/** The status and the heading of a page. */
async function pageOf(request: IncomingMessage): Promise<readonly [status: number, heading: string]> {
  const found = await auth.session(request);
  if (!found) return [401, "Sign in"];
  if (request.url === "/admin") return found.user.role === "admin" ? [200, "All users"] : [403, "Forbidden"];
  if (request.url === "/team") {
    const { role } = await auth.api.organization.getActiveMemberRole({}, { headers: request.headers });
    return [200, role === "owner" ? "Team settings" : "Team"];
  }
  return [200, "Your account"];
}

await (await planMigration(database, auth.schema)).apply();

createServer(async (request, response) => {
  if (request.url?.startsWith("/api/auth/")) return handle(request, response);
  const [status, heading] = await pageOf(request).catch(() => [500, "Error"] as const);
  response
    .writeHead(status, { "content-type": "text/html" })
    .end(`<!doctype html><title>App</title><h1>${heading}</h1>`);
}).listen(new URL(AUTH_URL).port);
