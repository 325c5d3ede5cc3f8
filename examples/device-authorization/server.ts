import { createServer, type Server } from "node:http";
import { createAuth } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { nodeHandler } from "@keyhold/core/node";
import { deviceAuthorization } from "@keyhold/device-authorization";

/** An app with an API for its users' devices. */
export function createApp(database: Database, baseURL: string) {
  const auth = createAuth({
    database,
    baseURL,
    emailAndPassword: { enabled: true },
    session: { bearer: true },
    plugins: [
      deviceAuthorization({
        clients: { "example-cli": { name: "Example CLI", scopes: ["deploy", "read:logs"] } },
        intervalSeconds: 1,
      }),
    ],
  });
  const answerAuth = nodeHandler(auth);

  const server: Server = createServer(async (request, response) => {
    if (request.url !== "/api/deploy") return answerAuth(request, response);
    const signedIn = await auth.session(request);
    const scope = signedIn?.session.deviceScope ?? null;
    if (!signedIn) response.writeHead(401).end("Sign in first.");
    // Null: a browser, with all rights of the user.
    else if (scope !== null && !scope.split(" ").includes("deploy"))
      response.writeHead(403).end("Ask for the scope deploy.");
    else response.end(`Deployed for ${signedIn.user.name}.`);
  });
  return { auth, server };
}
