import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of a minute and more: started last, one would delay the end of the run. */
const long = /\/tests\/processes\/|\/look\.proof\.test\./;

/** Shuffles the files by the run's seed, the long ones before the others. */
export default class ShufflingSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const placed = files.map((file) => {
      const digest = createHash("sha256").update(`${seed} ${file.project.name} ${file.moduleId}`).digest("hex");
      return { file, place: `${long.test(file.moduleId) ? 0 : 1} ${digest}` };
    });
    return placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ file }) => file);
  }
}
