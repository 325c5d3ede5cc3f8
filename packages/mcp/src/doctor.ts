import { execFile } from "node:child_process";
import { isAbsolute, relative, resolve } from "node:path";

/** What `doctor` printed, and whether every check passed. */
export interface Checked {
  readonly isPassed: boolean;
  readonly text: string;
}

/** The input of the tool `doctor`. */
export interface DoctorInput {
  /** The module that exports `auth`, below the folder in which the server runs. */
  readonly config?: string | undefined;
  /** True checks the app as in production. */
  readonly production?: boolean | undefined;
}

const timeoutMilliseconds = 60_000;

/**
 * Runs `keyhold doctor` in a separate process, so that the config of the app cannot write into the protocol.
 *
 * @param cli the program of the command line and the first words, e.g. `[process.execPath, "…/bin.js"]`
 */
export async function runDoctor(cli: readonly string[], { config, production }: DoctorInput): Promise<Checked> {
  if (config !== undefined && !isInside(config)) {
    return { isPassed: false, text: "`config` must be a file below the folder in which the MCP server runs." };
  }
  const [program = "", ...words] = cli;
  const args = [...words, "doctor", ...(config === undefined ? [] : ["--config", config])];
  const env = { ...process.env, NO_COLOR: "1", ...(production && { NODE_ENV: "production" }) };
  return new Promise((done) => {
    execFile(program, args, { env, timeout: timeoutMilliseconds }, (error, stdout, stderr) => {
      const text = `${stdout}${stderr}`.trim() || error?.message || "";
      done({ isPassed: error === null, text });
    }).stdin?.end();
  });
}

/** True for a path below the working folder: an agent may run the checks of this app, and no other file. */
function isInside(path: string): boolean {
  const inside = relative(process.cwd(), resolve(path));
  return inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
}
