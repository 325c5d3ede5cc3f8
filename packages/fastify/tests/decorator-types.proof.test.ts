import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const compiler = join(root, "node_modules/typescript7/bin/tsc");

/** Compiles a module of an app with the built package. Throws with the compiler's output. */
async function compile(code: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-fastify-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "node_modules/@keyhold"), { recursive: true });
  symlinkSync(join(root, "packages/fastify"), join(folder, "node_modules/@keyhold/fastify"));
  symlinkSync(realpathSync(join(root, "packages/fastify/node_modules/fastify")), join(folder, "node_modules/fastify"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "app.ts"), code);
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2024"];
  await new Promise<void>((resolve, reject) =>
    execFile("node", [compiler, ...options, "--types", "", "app.ts"], { cwd: folder }, (error, stdout) =>
      error ? reject(new Error(stdout)) : resolve(),
    ),
  );
}

const start = `import type {} from "@keyhold/fastify";
import type { FastifyRequest } from "fastify";
declare const request: FastifyRequest;
`;
/** The declaration of another plugin. */
const other = 'declare module "fastify" { interface FastifyRequest { session: { readonly cart: number } } }\n';
const registered = (decorator: string): string =>
  `declare module "@keyhold/fastify" { interface Register { readonly decorator: ${decorator} } }\n`;

test("request.session() has a type without a declaration of the app", () =>
  compile(`${start}const name: string | undefined = (await request.session())?.user.name; void name;`));

test("beside another plugin's request.session, the declared name has the type of the session", () =>
  compile(`${start}${other}${registered('"auth"')}const cart: number = request.session.cart; void cart;
const name: string | undefined = (await request.auth())?.user.name; void name;`));

test("with false, the request has only the other plugin's session", () =>
  compile(`${start}${other}${registered("false")}const cart: number = request.session.cart; void cart;
// @ts-expect-error: the request has no such function.
void request.auth;`));
