// Fetches a package into .tools, once, and prints its folder: node scripts/fetch.mjs <name>@<version>
import { fetchPackage, Refusal } from "./tools.mjs";

try {
  console.log(fetchPackage(process.argv[2] ?? "", process.env));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
