import type { Choices } from "../choices.js";
import type { Framework, Project } from "../project.js";
import type { Template } from "../template.js";
import { authModule } from "./auth.js";
import { pageFiles } from "./page.js";

/** How a server of a framework without a build is written. `ending`: of the modules that it imports. */
interface Server {
  text(ending: string): string;
  readonly dependencies: readonly string[];
  readonly types: readonly string[];
}

const port = "const port = Number(process.env.PORT ?? 3000);";
const listening = 'console.log("Listening on", process.env.AUTH_URL)';

const node: Server = {
  text: (ending) => `import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { nodeHandler } from "@keyhold/core/node";
import { auth } from "./auth.${ending}";

const handleAuth = nodeHandler(auth);
const pages = new Map([
  ["/", ["public/index.html", "text/html; charset=utf-8"]],
  ["/auth-client.js", ["public/auth-client.js", "text/javascript; charset=utf-8"]],
]);

const server = createServer(async (request, response) => {
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  if (path.startsWith("/api/auth/")) return handleAuth(request, response);
  if (path === "/api/hello") {
    const found = await auth.session(request);
    response.writeHead(found ? 200 : 401, { "content-type": "text/plain; charset=utf-8" });
    return response.end(found ? \`Hello \${found.user.name}\` : "Sign in first");
  }
  const [file, type] = pages.get(path) ?? [];
  if (!file || !type) return response.writeHead(404).end("Not found");
  response.writeHead(200, { "content-type": type }).end(await readFile(file));
});

${port}
await auth.ready();
server.listen(port, () => ${listening});
`,
  dependencies: [],
  types: [],
};

const express: Server = {
  text: (ending) => `import { nodeHandler } from "@keyhold/core/node";
import express from "express";
import { auth } from "./auth.${ending}";

const app = express();

// Before express.json(), so that each route reads its own body.
app.all("/api/auth/{*any}", nodeHandler(auth));
app.use(express.json());
app.use(express.static("public"));

app.get("/api/hello", async (request, response) => {
  const found = await auth.session(request);
  if (found) response.type("text").send(\`Hello \${found.user.name}\`);
  else response.status(401).send("Sign in first");
});

${port}
await auth.ready();
app.listen(port, () => ${listening});
`,
  dependencies: ["express@5"],
  types: ["@types/express@5"],
};

const hono: Server = {
  text: (ending) => `import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { auth } from "./auth.${ending}";

const app = new Hono();

// With the address of the client: rate limits count by it.
app.on(["GET", "POST"], "/api/auth/*", async (context) => {
  const answer = await auth.handler(context.req.raw, { ipAddress: getConnInfo(context).remote.address });
  // If a middleware has set a cookie, Hono drops the cookies of an answer that are not in the context, too.
  for (const line of answer.headers.getSetCookie()) context.header("Set-Cookie", line, { append: true });
  return answer;
});

app.get("/api/hello", async (context) => {
  const found = await auth.session(context.req.raw);
  return found ? context.text(\`Hello \${found.user.name}\`) : context.text("Sign in first", 401);
});

app.use("*", serveStatic({ root: "./public" }));

${port}
await auth.ready();
serve({ fetch: app.fetch, port }, () => ${listening});
`,
  dependencies: ["hono", "@hono/node-server"],
  types: [],
};

const fastify: Server = {
  text: (ending) => `import { readFile } from "node:fs/promises";
import { keyhold } from "@keyhold/fastify";
import Fastify from "fastify";
import { auth } from "./auth.${ending}";

const app = Fastify();
await app.register(keyhold, { auth });

app.get("/api/hello", async (request, reply) => {
  const found = await request.session();
  return found ? \`Hello \${found.user.name}\` : reply.code(401).send("Sign in first");
});

app.get("/", async (_request, reply) => reply.type("text/html").send(await readFile("public/index.html")));
app.get("/auth-client.js", async (_request, reply) =>
  reply.type("text/javascript").send(await readFile("public/auth-client.js")),
);

${port}
await app.listen({ port });
${listening};
`,
  dependencies: ["fastify@5", "@keyhold/fastify"],
  types: [],
};

type ServerFramework = Extract<Framework, "node" | "express" | "hono" | "fastify">;

const servers: Readonly<Record<ServerFramework, Server>> = { node, express, hono, fastify };

/** A server in a single file, the config, and a page with a form. */
export function serverTemplate(project: Project, choices: Choices, framework: ServerFramework): Template {
  const ending = `${project.modules === "commonjs" ? "m" : ""}${choices.isTypeScript ? "ts" : "js"}`;
  const auth = authModule(project, choices, { folder: "", isBundled: false, ending });
  const { text, dependencies, types } = servers[framework];
  return {
    files: {
      ...(choices.isTypeScript && project.manifest === null ? { "tsconfig.json": tsconfig } : {}),
      ...auth.files,
      [`server.${ending}`]: text(ending),
      ...pageFiles,
    },
    scripts: {
      dev: `node --watch --env-file=.env server.${ending}`,
      start: `node --env-file=.env server.${ending}`,
    },
    areModules: true,
    dependencies: [...auth.dependencies, ...dependencies],
    devDependencies: [
      ...auth.devDependencies,
      ...(choices.isTypeScript ? ["typescript", "@types/node", ...types] : []),
    ],
    migrate: auth.migrate,
    afterChange: auth.afterChange,
    page: "/",
    start: "dev",
    steps: auth.steps,
  };
}

const tsconfig = `{
  "compilerOptions": {
    "module": "nodenext",
    "target": "es2023",
    "lib": ["es2023", "dom"],
    "types": ["node"],
    "strict": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "erasableSyntaxOnly": true,
    "skipLibCheck": true
  }
}
`;
