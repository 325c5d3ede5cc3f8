/** What an app of a framework gets. */
export interface Template {
  /** Texts by their path from the app's folder. */
  readonly files: Readonly<Record<string, string>>;
  /** The entries of `files` that the app has, with lines added by `addTo`: written without a separate question. */
  readonly added?: readonly string[];
  /** Scripts for package.json, unless a script has the name. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Node runs the files as they are written: package.json of an app without code gets `"type": "module"`. */
  readonly areModules?: boolean;
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  /** The command after a change of plugins. */
  readonly afterChange: string;
  /** The commands that make the tables; null for `keyhold migrate`. */
  readonly migrate: readonly string[] | null;
  /** The path of the page with the form; null if the developer writes the page. */
  readonly page: string | null;
  /** The address of the development server. Default: http://localhost:3000. */
  readonly origin?: string;
  /** The command that starts the app. */
  readonly start: string;
  /** What remains for the developer, before the start. */
  readonly steps: readonly string[];
}
