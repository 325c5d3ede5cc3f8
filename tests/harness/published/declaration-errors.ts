import { globSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript59";
import { root } from "./pack.ts";

/**
 * Prints what TypeScript 5.9 finds wrong in the built declarations of all packages, as JSON. The declarations of other
 * packages are read, and not checked: their declarations may have errors, and are most of all files.
 */

const files = globSync("packages/*/dist/**/*.d.ts", { cwd: root }).map((file) => join(root, file));
const program = ts.createProgram(files, {
  noEmit: true,
  strict: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  jsx: ts.JsxEmit.ReactJSX,
});
const ofProgram = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
const ofFiles = files.flatMap((file) => {
  const source = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
});
const errors = [...ofProgram, ...ofFiles].map(({ file, messageText }) => {
  const where = file ? `${file.fileName}: ` : "";
  return where + ts.flattenDiagnosticMessageText(messageText, " ");
});
console.log(JSON.stringify({ checked: files.length, errors }));
