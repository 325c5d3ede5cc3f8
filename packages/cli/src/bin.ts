#!/usr/bin/env node
import { run } from "./run.js";

process.exitCode = await run(process.argv.slice(2));
// The app's modules may leave timers and connections open, so the end does not wait for them, only for the output.
process.stdout.write("", () => process.stderr.write("", () => process.exit()));
