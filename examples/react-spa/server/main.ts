import { createServer } from "node:http";
import { planMigration } from "@keyhold/adapter-kysely";
import { nodeHandler } from "@keyhold/core/node";
import { appointAdministrator } from "./administrator.ts";
import { auth } from "./auth.ts";
import { database } from "./database.ts";
import { answerMailbox } from "./mailbox/answer.ts";
import { answerPage } from "./pages.ts";
import { baseURL, isDevelopment, port } from "./settings.ts";

const plan = await planMigration(database, auth.schema);
if (!plan.isEmpty) console.log(plan.describe());
await plan.apply();
const administrator = isDevelopment ? await appointAdministrator() : null;

const answerAuth = nodeHandler(auth);

const server = createServer((request, response) => {
  const path = request.url?.split("?", 1)[0] ?? "/";
  if (path.startsWith("/api/auth/")) answerAuth(request, response);
  else if (path.startsWith("/api/mailbox")) answerMailbox(request, response, path);
  else answerPage(request, response, path);
});

server.on("error", (error) => {
  const isTaken = "code" in error && error.code === "EADDRINUSE";
  console.error(
    isTaken ? `Port ${port} is taken: choose another one, as in PORT=${port + 1} npm run demo.` : error.message,
  );
  process.exit(1);
});

server.listen(port, () => {
  if (administrator) console.log(`Administrator: ${administrator}`);
  console.log(`Keyhold example: ${baseURL}`);
});
