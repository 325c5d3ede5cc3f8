import { spawn } from "node:child_process";
import { Failure } from "../terminal/failure.js";
import type { PackageManager, Project } from "./project.js";
import type { Template } from "./template.js";

/** The commands that install what a template needs and the project lacks. */
export function installCommands(
  { dependencies }: Project,
  template: Template,
  manager: PackageManager,
): readonly string[] {
  const isMissing = (name: string): boolean => !Object.hasOwn(dependencies, nameOf(name));
  const [add, addDev] =
    manager === "npm"
      ? ["install", "install --save-dev"]
      : ["add", manager === "pnpm" ? "add --save-dev" : "add --dev"];
  const needed = template.dependencies.filter(isMissing);
  const neededDev = template.devDependencies.filter(isMissing);
  return [
    ...(needed.length > 0 ? [`${manager} ${add} ${needed.join(" ")}`] : []),
    ...(neededDev.length > 0 ? [`${manager} ${addDev} ${neededDev.join(" ")}`] : []),
  ];
}

/** Without the range: "express@5" is "express". */
const nameOf = (name: string): string => name.replace(/(?<=.)@.*$/, "");

/** Runs a command of a package manager; the output goes to stderr. */
export function runCommand(folder: string, command: string): Promise<void> {
  const [program = "", ...words] = command.split(" ");
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd: folder,
      stdio: ["ignore", 2, 2],
      // On Windows these programs are scripts.
      shell: process.platform === "win32",
    });
    const remedy = `Run it yourself, then: npx keyhold migrate\n  ${command}`;
    child.on("error", (error) => reject(new Failure(`${program} did not start: ${error.message}`, remedy)));
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Failure(`${command} failed.`, remedy))));
  });
}
