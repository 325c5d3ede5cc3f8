import type { Config } from "jest";

const config: Config = {
  testEnvironment: "node",
  // TypeScript, without a compiler. For ES modules, @swc/jest, babel-jest and ts-jest need their own settings.
  transform: { "\\.ts$": "./strip-types.cjs" },
  extensionsToTreatAsEsm: [".ts"],
};

export default config;
