import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of several minutes, then those of a minute: started last, one would delay the end of the run. */
const long = [
  /\/(quickstarts|references|site|conformance)\.(proof|rounds)\.test\./,
  /\/tests\/processes\/|\/look\.proof\.test\./,
];

/** Shuffles the files by the run's seed, the long ones before the others. */
export default class ShufflingSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const placed = files.map((file) => {
      const digest = createHash("sha256").update(`${seed} ${file.project.name} ${file.moduleId}`).digest("hex");
      return { file, place: `${rankOf(file.moduleId)} ${digest}` };
    });
    return placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ file }) => file);
  }
}

/** 0 for the longest files, 2 for all that are not long. */
function rankOf(path: string): number {
  const rank = long.findIndex((pattern) => pattern.test(path));
  return rank === -1 ? long.length : rank;
}
