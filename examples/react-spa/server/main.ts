import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { planMigration } from "@keyhold/adapter-kysely";
import { nodeHandler } from "@keyhold/core/node";
import { auth } from "./auth.ts";
import { database } from "./database.ts";
import { answerMailbox } from "./mailbox/answer.ts";
import { answerPage } from "./pages.ts";
import { baseURL, port } from "./settings.ts";

const plan = await planMigration(database, auth.schema);
if (!plan.isEmpty) console.log(plan.describe());
await plan.apply();

const answerAuth = nodeHandler(auth);

const server = createServer((request, response) => {
  const path = request.url?.split("?", 1)[0] ?? "/";
  if (path === "/api/auth/error") showError(request, response);
  else if (path.startsWith("/api/auth/")) answerAuth(request, response);
  else if (path.startsWith("/api/mailbox")) answerMailbox(request, response, path);
  else answerPage(request, response, path);
});

/** A browser that is back from a provider with a journey that nobody knows of any more is told so on a screen of this app. */
function showError({ url = "" }: IncomingMessage, response: ServerResponse): void {
  const location = `/sign-in?provider=&${url.split("?")[1] ?? ""}`;
  response.writeHead(303, { location, "cache-control": "no-store" }).end();
}

server.on("error", (error) => {
  const isTaken = "code" in error && error.code === "EADDRINUSE";
  console.error(
    isTaken ? `Port ${port} is taken: choose another one, as in PORT=${port + 1} npm run demo.` : error.message,
  );
  process.exit(1);
});

server.listen(port, () => console.log(`Keyhold example: ${baseURL}`));
