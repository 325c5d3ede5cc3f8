import { createHash } from "node:crypto";
import { relative, sep } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import longFiles from "./long-files.json" with { type: "json" };

/**
 * The seconds of each long file, as `npm run test:cases` wrote them after a whole run: started last, a long file would
 * delay the end of the run.
 */
const seconds: ReadonlyMap<string, number> = new Map(Object.entries(longFiles));

/** Starts the long files first, the longest before the others, and shuffles all other files by the run's seed. */
export default class ShufflingSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const placed = files.map((file) => {
      const path = relative(root, file.moduleId).replaceAll(sep, "/");
      const digest = createHash("sha256")
        .update(`${sequence.seed} ${file.project.name} ${file.moduleId}`)
        .digest("hex");
      return { file, long: seconds.get(path) ?? 0, digest };
    });
    return placed.sort((a, b) => b.long - a.long || (a.digest < b.digest ? -1 : 1)).map(({ file }) => file);
  }
}
