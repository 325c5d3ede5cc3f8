import { createServer } from "node:http";
import { planMigration } from "@keyhold/adapter-kysely";
import { nodeHandler } from "@keyhold/core/node";
import { appointAdministrator } from "./administrator.ts";
import { auth } from "./auth.ts";
import { answerCart } from "./cart/answer.ts";
import { database } from "./database.ts";
import { answerGoods } from "./goods/answer.ts";
import { answerMailbox } from "./mailbox/answer.ts";
import { answerPage } from "./pages.ts";
import { baseURL, isDevelopment, port } from "./settings.ts";
import { answerShop } from "./shop/answer.ts";
import { answerGuests } from "./shop/guests.ts";
import { fillShop, openShop } from "./shop/open.ts";

const plan = await planMigration(database, auth.schema);
if (!plan.isEmpty) console.log(`Making the tables: ${plan.statements.length} statements …`);
await plan.apply();
const administrator = isDevelopment ? await appointAdministrator() : null;
await openShop(administrator?.id ?? null);

const answerAuth = nodeHandler(auth);

const server = createServer((request, response) => {
  const path = request.url?.split("?", 1)[0] ?? "/";
  if (path.startsWith("/api/auth/")) answerAuth(request, response);
  else if (path.startsWith("/api/mailbox")) answerMailbox(request, response, path);
  else if (path.startsWith("/api/shop/")) answerShop(request, response, path);
  else if (path === "/api/cart") answerCart(request, response);
  else if (path === "/api/goods") answerGoods(request, response);
  else if (path.startsWith("/api/guests/")) answerGuests(request, response, path);
  else answerPage(request, response, path);
});

server.on("error", (error) => {
  const isTaken = "code" in error && error.code === "EADDRINUSE";
  console.error(
    isTaken ? `Port ${port} is taken: choose another one, as in PORT=${port + 1} npm run demo.` : error.message,
  );
  process.exit(1);
});

server.listen(port, async () => {
  await fillShop().catch((error: unknown) => console.error("The sample data is not complete:", error));
  console.log(`\nKeyhold example: ${baseURL}`);
  if (administrator) console.log(`Administrator: ${administrator.credentials}`);
});
