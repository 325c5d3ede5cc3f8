/** The shell of an app, for flows in the system browser. */
export interface Shell {
  /** Opens the URL in the system browser. Fails if the browser cannot be opened. */
  open(url: string): unknown;
  /** Closes the window of the browser, where a shell can. May fail. */
  close?(): unknown;
  /** Calls `take` with each link by which the system opens the app, also with the link of the launch. */
  listen(take: (url: string) => void): void;
  /** Calls `closed` when the user has closed the window. */
  onClosed?(closed: () => void): void;
}
